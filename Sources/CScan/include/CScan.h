// Masks of interesting bytes in blocks of 64, for the record scanners.
#ifndef LUNADIFF_CSCAN_H
#define LUNADIFF_CSCAN_H

#include "CScanCSV.h"
#include "CScanText.h"

#include "CScanJSON.h"

#endif
