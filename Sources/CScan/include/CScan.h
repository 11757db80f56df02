// Masks of interesting bytes in blocks of 64, for the record scanners, and what Swift cannot ask of
// the system itself.
#ifndef LUNADIFF_CSCAN_H
#define LUNADIFF_CSCAN_H

#include "CScanCSV.h"
#include "CScanGuard.h"
#include "CScanText.h"

#include "CScanJSON.h"

// How many cores this process may run on; at least 1.
int lunadiff_core_count(void);

#endif
