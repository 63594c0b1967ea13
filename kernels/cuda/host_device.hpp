// Marks what both the host and the device call; nothing to a compiler that is not nvcc.
#pragma once

#ifdef __CUDACC__
#define SWEEPMARK_HOST_DEVICE __host__ __device__
#else
#define SWEEPMARK_HOST_DEVICE
#endif
