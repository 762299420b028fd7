"""Reads a raster from standard input with CUPS's own reader; writes its size and its dots, a line a row, to standard output."""

import ctypes
import sys

cups = ctypes.CDLL("libcups.so.2")
cups.cupsRasterOpen.restype = ctypes.c_void_p
raster = cups.cupsRasterOpen(0, 0)
if not raster:
    sys.exit("not a raster")
header = (ctypes.c_uint32 * 449)()
pages = 0
while cups.cupsRasterReadHeader2(ctypes.c_void_p(raster), header):
    pages += 1
    # In numbers of four bytes: HWResolution 69, PageSize 88, cupsWidth 93, and what follows it.
    resolution, page_size = header[69:71], header[88:90]
    width, height, bits, line, space = header[93], header[94], header[97], header[98], header[100]
    print(pages, *resolution, *page_size, width, height, bits, space)
    row = (ctypes.c_uint8 * line)()
    for _ in range(height):
        if cups.cupsRasterReadPixels(ctypes.c_void_p(raster), row, line) != line:
            sys.exit("a row is missing")
        if bits == 1:
            print("".join("#" if row[x >> 3] & (0x80 >> (x & 7)) else "." for x in range(width)))
        else:
            print("".join("#" if row[x] == 0 else "." if row[x] == 255 else "?" for x in range(width)))
