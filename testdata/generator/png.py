"""A small PNG encoder (standard library only) for every colour type, bit depth and interlacing."""

import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
GREY, RGB, PALETTE, GREY_ALPHA, RGBA = 0, 2, 3, 4, 6
CHANNELS = {GREY: 1, RGB: 3, PALETTE: 1, GREY_ALPHA: 2, RGBA: 4}

# Adam7: first column, first row, column step, row step of the seven passes.
ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def chunk(kind, data=b"", crc=None):
    """One chunk: length, type, data, CRC (the correct one unless given)."""
    if crc is None:
        crc = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc)


def header(width, height, depth=8, colour=GREY, interlace=0, compression=0, filtering=0):
    """The IHDR chunk."""
    fields = struct.pack(">IIBBBBB", width, height, depth, colour, compression, filtering, interlace)
    return chunk(b"IHDR", fields)


def _pack(samples, depth):
    """Samples of one row as bytes."""
    if depth == 8:
        return bytes(samples)
    if depth == 16:
        return struct.pack(f">{len(samples)}H", *samples)
    per_byte = 8 // depth
    out = bytearray()
    for start in range(0, len(samples), per_byte):
        byte = 0
        group = samples[start:start + per_byte]
        for sample in group:
            byte = byte << depth | sample
        out.append(byte << depth * (per_byte - len(group)))
    return bytes(out)


def _up(row, above):
    """The row after PNG's filter 2 (Up)."""
    return bytes((a - b) & 255 for a, b in zip(row, above))


def _filtered(rows):
    """Rows with their filter byte: None or Up, whichever leaves fewer non-zero bytes."""
    out = bytearray()
    above = None
    for row in rows:
        up = _up(row, above) if above is not None else None
        if up is not None and up.count(0) > row.count(0):
            out += b"\2" + up
        else:
            out += b"\0" + row
        above = row
    return bytes(out)


def image_data(rows, depth, channels, interlace):
    """The filtered bytes to be compressed into IDAT. `rows` are flat lists of samples."""
    if not interlace:
        return _filtered([_pack(row, depth) for row in rows])
    height, width = len(rows), len(rows[0]) // channels
    out = b""
    for x0, y0, dx, dy in ADAM7:
        if x0 >= width or y0 >= height:
            continue
        part = []
        for y in range(y0, height, dy):
            row = rows[y]
            if channels == 1:
                samples = row[x0::dx]
            else:
                samples = [s for x in range(x0, width, dx) for s in row[x * channels:(x + 1) * channels]]
            part.append(_pack(samples, depth))
        out += _filtered(part)
    return out


def encode(rows, depth, colour, interlace=False, palette=None, transparency=None):
    """A whole PNG file.

    rows: one flat list of samples per row; palette: list of (r, g, b); transparency: bytes of the tRNS chunk.
    """
    channels = CHANNELS[colour]
    out = SIGNATURE + header(len(rows[0]) // channels, len(rows), depth, colour, int(interlace))
    if palette is not None:
        out += chunk(b"PLTE", b"".join(bytes(entry) for entry in palette))
    if transparency is not None:
        out += chunk(b"tRNS", transparency)
    data = image_data(rows, depth, channels, interlace)
    return out + chunk(b"IDAT", zlib.compress(data, 9)) + chunk(b"IEND")
