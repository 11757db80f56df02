// Masks of interesting bytes in blocks of 64, for the record scanners.
#ifndef LUNADIFF_CSCAN_H
#define LUNADIFF_CSCAN_H

#include "CScanCSV.h"
#include "CScanJSON.h"
#include "CScanText.h"

// How many bytes are looked at in one step: 64 or 32 where the processor can, else 16; no more than the environment
// variable LUNADIFF_VECTOR_BYTES says.
int lunadiff_vector_bytes(void);

// Has no more looked at in one step, whatever the environment says.
void lunadiff_limit_vectors(int bytes);

#endif
