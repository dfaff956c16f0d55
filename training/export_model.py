"""Writes an encoder in the format read by Sources/TextClassification, and computes its outputs for comparison.

All numbers are little-endian; each part begins at a multiple of 64 bytes, padded with zeros:

    "OCRSCENC", version, number of parts, size of the file             8 + 4 + 4 + 8 bytes
    width, heads, layers, inner width, words, positions, outputs       7 * 4 bytes
    epsilon of layer normalization, zeros                              a float, 8 bytes
    for each part: its offset and length                               8 * (8 + 8) bytes
    0 words         words x width bytes
    1 word scales   a float for each word
    2 positions     positions x width floats, the vector of the first kind of sentence added
    3 start         gamma and beta of the first normalization, floats
    4 layers        for each: queries, keys and values as one matrix; gathering; gamma, beta; up; down; gamma, beta
    5 outputs       outputs x width floats, and one float per output to add
    6 vocabulary    words + 1 offsets of 4 bytes into the text, from its beginning; ids of 2 bytes; the text: all word
                    pieces in UTF-8, in the order of their bytes
    7 parameters    their number, 4 bytes; for each: kind (1 doubles, 2 text, 3 signed bytes) and length of the
                    name, 1 byte each; 2 zeros; number of doubles or bytes, 4 bytes; the name; the values
    XXH3 of everything before, 128 bits (lower half first)             16 bytes

A matrix consists of its bytes and, for each row, a scale, the sum of the row times the scale, and a number to add. The
bytes are in blocks of 16 rows and 4 columns: row 0 columns 0...3, row 1 columns 0...3 and so on; all blocks of the
first 16 rows come first.
"""

import math
import struct

import numpy as np
import xxhash

VERSION = 1
MAXIMUM_SCALE, MAXIMUM_VALUE = 4.0, 1000.0
ALIGNMENT = 64


def quantized(matrix):
    """Bytes and one scale per row."""
    matrix = np.asarray(matrix, np.float32)
    scales = (np.abs(matrix).max(axis=1) / np.float32(127)).astype(np.float32)
    safe = np.where(scales > 0, scales, np.float32(1))
    return np.clip(np.rint(matrix / safe[:, None]), -127, 127).astype(np.int8), scales


def totals(weights, scales):
    return weights.sum(axis=1, dtype=np.int64).astype(np.float32) * scales


class Encoder:
    """The tensors of a BERT model under their Hugging Face names, and the outputs."""

    def __init__(self, tensors, heads_weight, heads_bias, attention_heads=12, epsilon=1e-12, positions=256):
        tensors = {name.removeprefix("bert."): np.asarray(value, np.float32) for name, value in tensors.items()}
        embeddings = {name: tensors[f"embeddings.{name}.weight"] for name in
                      ("word_embeddings", "position_embeddings", "token_type_embeddings")}
        self.words = embeddings["word_embeddings"]
        self.width = self.words.shape[1]
        self.positions = embeddings["position_embeddings"][:positions] + embeddings["token_type_embeddings"][0]
        self.start = self._pair(tensors, "embeddings.LayerNorm")
        self.layers = []
        while f"encoder.layer.{len(self.layers)}.output.dense.weight" in tensors:
            name = f"encoder.layer.{len(self.layers)}"
            parts = [self._pair(tensors, f"{name}.attention.self.{part}") for part in ("query", "key", "value")]
            self.layers.append({
                "attention": tuple(np.concatenate([part[i] for part in parts]) for i in (0, 1)),
                "gathering": self._pair(tensors, f"{name}.attention.output.dense"),
                "middle": self._pair(tensors, f"{name}.attention.output.LayerNorm"),
                "up": self._pair(tensors, f"{name}.intermediate.dense"),
                "down": self._pair(tensors, f"{name}.output.dense"),
                "end": self._pair(tensors, f"{name}.output.LayerNorm"),
            })
        self.inner = self.layers[0]["up"][0].shape[0]
        self.outputs = np.asarray(heads_weight, np.float32).reshape(-1, self.width)
        self.output_bias = np.asarray(heads_bias, np.float32).reshape(-1)
        self.heads, self.epsilon = attention_heads, np.float32(epsilon)

    @staticmethod
    def _pair(tensors, name):
        return tensors[f"{name}.weight"], tensors[f"{name}.bias"]

    # MARK: Writing

    def _bytes(self, values):
        values = np.ascontiguousarray(values, np.float32)
        if not (np.isfinite(values).all() and np.abs(values).max() <= MAXIMUM_VALUE):
            raise ValueError(f"a value is not within {MAXIMUM_VALUE}")
        return values.astype("<f4").tobytes()

    def _matrix_bytes(self, matrix):
        weights, scales = quantized(matrix[0])
        if not (np.isfinite(scales).all() and scales.max() <= MAXIMUM_SCALE):
            raise ValueError(f"a weight is not within {127 * MAXIMUM_SCALE}")
        rows, columns = weights.shape
        blocks = weights.reshape(rows // 16, 16, columns // 4, 4).transpose(0, 2, 1, 3)
        numbers = scales.astype("<f4").tobytes() + totals(weights, scales).astype("<f4").tobytes()
        return np.ascontiguousarray(blocks).tobytes() + numbers + self._bytes(matrix[1])

    def parts(self):
        words, word_scales = quantized(self.words)
        layers = b"".join(
            self._matrix_bytes(layer["attention"]) + self._matrix_bytes(layer["gathering"])
            + self._bytes(layer["middle"]) + self._matrix_bytes(layer["up"]) + self._matrix_bytes(layer["down"])
            + self._bytes(layer["end"])
            for layer in self.layers)
        return [words.tobytes(), word_scales.astype("<f4").tobytes(), self._bytes(self.positions),
                self._bytes(self.start), layers, self._bytes(self.outputs) + self._bytes(self.output_bias)]

    # MARK: Computing

    def _product(self, rows, matrix, is_quantized):
        if not is_quantized:
            return rows @ matrix[0].T + matrix[1]
        weights, row_scales = quantized(matrix[0])
        rows = rows.astype(np.float32)
        lower, upper = rows.min(axis=1), rows.max(axis=1)
        middles, reaches = (lower + upper) * np.float32(0.5), (upper - lower) * np.float32(0.5)
        is_something = reaches > np.float32(1e-30)
        safe = np.where(is_something, reaches, np.float32(1))
        scales = np.where(is_something, reaches / np.float32(127), np.float32(0)).astype(np.float32)
        inverses = np.where(is_something, np.float32(127) / safe, np.float32(0)).astype(np.float32)
        activations = np.rint((rows - middles[:, None]) * inverses[:, None])
        # Exact, because the values are below 2^53.
        sums = activations.astype(np.float64) @ weights.astype(np.float64).T
        rest = totals(weights, row_scales)[None, :] * middles[:, None] + matrix[1]
        return sums.astype(np.float32) * (row_scales[None, :] * scales[:, None]) + rest

    def _normalize(self, rows, normalization):
        centered = rows - rows.mean(axis=1, keepdims=True)
        inverse = 1 / np.sqrt((centered * centered).mean(axis=1, keepdims=True) + self.epsilon)
        return centered * inverse * normalization[0] + normalization[1]

    def forward(self, ids, is_quantized):
        """The mean over all word pieces, and the outputs."""
        product = lambda rows, matrix: self._product(rows, matrix, is_quantized)
        words = self.words[ids]
        if is_quantized:
            weights, scales = quantized(words)
            words = weights.astype(np.float32) * scales[:, None]
        rows = self._normalize(words + self.positions[: len(ids)], self.start)
        head = self.width // self.heads
        for layer in self.layers:
            attention = product(rows, layer["attention"])
            queries, keys, values = attention.reshape(len(ids), 3, self.heads, head).transpose(1, 2, 0, 3)
            scores = queries @ keys.transpose(0, 2, 1) / np.float32(math.sqrt(head))
            shares = np.exp(scores - scores.max(axis=2, keepdims=True))
            shares /= shares.sum(axis=2, keepdims=True)
            gathered = (shares @ values).transpose(1, 0, 2).reshape(len(ids), self.width)
            rows = self._normalize(rows + product(gathered, layer["gathering"]), layer["middle"])
            inner = product(rows, layer["up"])
            inner = (inner * 0.5 * (1 + ERF(inner * math.sqrt(0.5)))).astype(np.float32)
            rows = self._normalize(rows + product(inner, layer["down"]), layer["end"])
        pooled = rows.mean(axis=0)
        return pooled, self.outputs @ pooled + self.output_bias


ERF = np.vectorize(math.erf, otypes=[np.float64])


def vocabulary_bytes(vocabulary):
    pieces = sorted((piece.encode(), number) for number, piece in enumerate(vocabulary))
    lengths = np.array([0] + [len(piece) for piece, _ in pieces], np.uint64)
    if len({piece for piece, _ in pieces}) != len(pieces) or not pieces[0][0] or "[UNK]" not in vocabulary:
        raise ValueError("word pieces must be different and not empty, and one of them [UNK]")
    return (np.cumsum(lengths).astype("<u4").tobytes() + np.array([number for _, number in pieces], "<u2").tobytes()
            + b"".join(piece for piece, _ in pieces))


def parameter_bytes(parameters, texts, tables):
    entries = [(1, name, struct.pack(f"<{len(values)}d", *values), len(values)) for name, values in parameters.items()]
    entries += [(2, name, text.encode(), len(text.encode())) for name, text in texts.items()]
    entries += [(3, name, np.asarray(values, np.int8).tobytes(), len(values)) for name, values in tables.items()]
    result = struct.pack("<I", len(entries))
    for kind, name, value, count in sorted(entries, key=lambda entry: entry[1].encode()):
        name = name.encode()
        if not 1 <= len(name) <= 64:
            raise ValueError(f"the name {name} is too long")
        result += struct.pack("<BBHI", kind, len(name), 0, count) + name + value
    return result


def model_bytes(encoder, vocabulary, parameters, texts, tables):
    """`texts` has the names of the outputs under "output names", one per line."""
    if len(texts["output names"].split("\n")) != len(encoder.outputs):
        raise ValueError("every output has a name")
    if len(vocabulary) != len(encoder.words):
        raise ValueError("every word has a vector")
    parts = [*encoder.parts(), vocabulary_bytes(vocabulary), parameter_bytes(parameters, texts, tables)]
    shape = struct.pack(
        "<7IfQ", encoder.width, encoder.heads, len(encoder.layers), encoder.inner, len(encoder.words), len(encoder.positions),
        len(encoder.outputs), encoder.epsilon, 0)
    return file_bytes(shape, parts)


def parts_of(model):
    """The parts of a model file, as bytes."""
    count = struct.unpack_from("<I", model, 12)[0]
    places = (struct.unpack_from("<QQ", model, 64 + 16 * part) for part in range(count))
    return [model[start : start + size] for start, size in places]


def _matrix_of(part, place, rows, columns):
    """A matrix as floats, its numbers to add, and where it ends."""
    blocks = np.frombuffer(part, np.int8, rows * columns, place).reshape(rows // 16, columns // 4, 16, 4)
    place += rows * columns
    scales, _, bias = np.frombuffer(part, "<f4", 3 * rows, place).reshape(3, rows)
    weights = blocks.transpose(0, 2, 1, 3).reshape(rows, columns)
    return weights * scales[:, None], bias, place + 12 * rows


def tensors_of(model):
    """The tensors of a model file's encoder by their names in Hugging Face's BertModel, and the weights and numbers of its outputs.
    The vector of the first kind of sentence is within the positions."""
    width, _, layers, inner, words, positions, outputs = struct.unpack_from("<7I", model, 24)
    parts = parts_of(model)
    floats = lambda part, rows: np.frombuffer(part, "<f4").reshape(rows, -1)
    tensors = {
        "embeddings.word_embeddings.weight": np.frombuffer(parts[0], np.int8).reshape(words, width) * floats(parts[1], words),
        "embeddings.position_embeddings.weight": floats(parts[2], positions),
        "embeddings.LayerNorm.weight": floats(parts[3], 2)[0], "embeddings.LayerNorm.bias": floats(parts[3], 2)[1],
    }
    place = 0

    def matrix(name, rows, columns, split=("",)):
        nonlocal place
        weights, bias, place = _matrix_of(parts[4], place, rows, columns)
        for part, rows_of_part, bias_of_part in zip(split, np.split(weights, len(split)), np.split(bias, len(split))):
            tensors[f"{name}{part}.weight"], tensors[f"{name}{part}.bias"] = rows_of_part, bias_of_part

    def norm(name):
        nonlocal place
        tensors[f"{name}.weight"], tensors[f"{name}.bias"] = np.frombuffer(parts[4], "<f4", 2 * width, place).reshape(2, width)
        place += 8 * width

    for number in range(layers):
        layer = f"encoder.layer.{number}"
        matrix(f"{layer}.attention.self.", 3 * width, width, ("query", "key", "value"))
        matrix(f"{layer}.attention.output.dense", width, width)
        norm(f"{layer}.attention.output.LayerNorm")
        matrix(f"{layer}.intermediate.dense", inner, width)
        matrix(f"{layer}.output.dense", width, inner)
        norm(f"{layer}.output.LayerNorm")
    last = np.frombuffer(parts[5], "<f4")
    return tensors, last[: outputs * width].reshape(outputs, width), last[outputs * width :]


def parameters_of(model):
    """Numbers, texts and tables of a model file."""
    part = parts_of(model)[-1]
    found, place = ({}, {}, {}), 4
    for _ in range(struct.unpack_from("<I", part)[0]):
        kind, length, _, count = struct.unpack_from("<BBHI", part, place)
        name = part[place + 8 : place + 8 + length].decode()
        place += 8 + length
        size = 8 * count if kind == 1 else count
        value = part[place : place + size]
        found[kind - 1][name] = (
            list(struct.unpack(f"<{count}d", value)) if kind == 1 else value.decode() if kind == 2 else np.frombuffer(value, np.int8))
        place += size
    return found


def with_parameters(model, parameters, texts, tables):
    """The bytes of a model file with other parameters; the encoder and its vocabulary stay."""
    return file_bytes(model[24:64], parts_of(model)[:-1] + [parameter_bytes(parameters, texts, tables)])


def file_bytes(shape, parts):
    """`shape`: the header from the width on."""
    table, body = b"", b""
    begin = 64 + 16 * len(parts)
    for part in parts:
        table += struct.pack("<QQ", begin + len(body), len(part))
        body += part + bytes(-len(part) % ALIGNMENT)
    header = struct.pack("<8sIIQ", b"OCRSCENC", VERSION, len(parts), begin + len(body) + 16) + shape
    content = header + table + body
    return content + xxhash.xxh3_128_intdigest(content).to_bytes(16, "little")


def write_model(path, tensors, heads_weight, heads_bias, vocabulary, parameters, texts, tables=None, **shape):
    """`shape`: attention_heads, epsilon and positions, where they differ from MiniLM's."""
    encoder = Encoder(tensors, heads_weight, heads_bias, **shape)
    with open(path, "wb") as file:
        file.write(model_bytes(encoder, vocabulary, parameters, texts, tables or {}))


def reference_forward(tensors, heads_weight, heads_bias, ids, is_quantized=True, **shape):
    """The mean over all word pieces, and the outputs, computed with the file's bytes or with floats."""
    return Encoder(tensors, heads_weight, heads_bias, **shape).forward(np.asarray(ids), is_quantized)
