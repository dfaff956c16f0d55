"""The sentence encoder for training: MiniLM (BERT, 6 layers, 384 wide) with mean pooling and one linear output layer.

Written out instead of imported from a model framework, so that training and Sources/CModules/CTransformer can be
compared line by line. Tensors have the names of Hugging Face's BertModel.
"""

import numpy as np
import torch
import torch.nn.functional as functional
from tokenizers import Tokenizer

import export_model
import pretrained

WIDTH, LAYERS, HEADS, FEED_FORWARD = 384, 6, 12, 1536
POSITIONS = 256
EPSILON = 1e-12


def tokenizer(markers):
    """The pretrained tokenizer, with the markers in places that BERT's vocabulary leaves unused."""
    tokenizer = Tokenizer.from_file(str(pretrained.folder() / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    vocabulary = tokenizer.get_vocab()
    free = [vocabulary[f"[unused{number}]"] for number in range(1, 900)]
    return tokenizer, dict(zip(markers, free))


class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.attended = (torch.nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.attended_norm = torch.nn.LayerNorm(WIDTH, eps=EPSILON)
        self.up = torch.nn.Linear(WIDTH, FEED_FORWARD)
        self.down = torch.nn.Linear(FEED_FORWARD, WIDTH)
        self.down_norm = torch.nn.LayerNorm(WIDTH, eps=EPSILON)

    def forward(self, x, mask, dropout):
        batch, length, _ = x.shape
        heads = lambda linear: linear(x).view(batch, length, HEADS, WIDTH // HEADS).transpose(1, 2)
        attended = functional.scaled_dot_product_attention(heads(self.query), heads(self.key), heads(self.value), mask)
        attended = self.attended(attended.transpose(1, 2).reshape(batch, length, WIDTH))
        x = self.attended_norm(x + functional.dropout(attended, dropout, self.training))
        inner = self.down(functional.gelu(self.up(x)))
        return self.down_norm(x + functional.dropout(inner, dropout, self.training))

    NAMES = {
        "query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
        "attended": "attention.output.dense", "attended_norm": "attention.output.LayerNorm",
        "up": "intermediate.dense", "down": "output.dense", "down_norm": "output.LayerNorm",
    }


class SentenceEncoder(torch.nn.Module):
    def __init__(self, outputs, vocabulary=30522):
        super().__init__()
        self.words = torch.nn.Embedding(vocabulary, WIDTH)
        self.positions = torch.nn.Embedding(512, WIDTH)
        self.types = torch.nn.Embedding(2, WIDTH)
        self.norm = torch.nn.LayerNorm(WIDTH, eps=EPSILON)
        self.layers = torch.nn.ModuleList(Layer() for _ in range(LAYERS))
        self.outputs = torch.nn.Linear(WIDTH, outputs)
        torch.nn.init.normal_(self.outputs.weight, std=0.02)
        torch.nn.init.zeros_(self.outputs.bias)
        self.dropout = 0.0

    def pooled(self, ids, lengths):
        present = torch.arange(ids.shape[1], device=ids.device)[None] < lengths[:, None]
        x = self.words(ids) + self.positions.weight[: ids.shape[1]] + self.types.weight[0]
        x = functional.dropout(self.norm(x), self.dropout, self.training)
        mask = present[:, None, None, :]
        for layer in self.layers:
            x = layer(x, mask, self.dropout)
        return (x * present[..., None]).sum(1).float() / lengths[:, None]

    def forward(self, ids, lengths):
        pooled = self.pooled(ids, lengths)
        return functional.linear(functional.dropout(pooled, self.dropout, self.training), self.outputs.weight, self.outputs.bias)

    def names(self):
        """The name of each parameter in Hugging Face's BertModel."""
        yield from (("words.weight", "embeddings.word_embeddings.weight"),
                    ("positions.weight", "embeddings.position_embeddings.weight"),
                    ("types.weight", "embeddings.token_type_embeddings.weight"),
                    ("norm.weight", "embeddings.LayerNorm.weight"), ("norm.bias", "embeddings.LayerNorm.bias"))
        for layer in range(LAYERS):
            for ours, theirs in Layer.NAMES.items():
                for part in ("weight", "bias"):
                    yield f"layers.{layer}.{ours}.{part}", f"encoder.layer.{layer}.{theirs}.{part}"

    def load_pretrained(self):
        """Starts from the pretrained weights, rounded to bytes (`pretrained`), so that every machine starts from the same."""
        start = pretrained.start()
        state = {}
        for ours, theirs in self.names():
            value = np.asarray(start[theirs], np.float32)
            state[ours] = torch.from_numpy(value * start[f"{theirs}.scale"][:, None] if f"{theirs}.scale" in start else value)
        missing, unexpected = self.load_state_dict(state, strict=False)
        assert not unexpected and sorted(missing) == ["outputs.bias", "outputs.weight"], (missing, unexpected)
        return self

    def load_model(self, path):
        """Starts from the encoder of a model file."""
        with open(path, "rb") as file:
            tensors, outputs, bias = export_model.tensors_of(file.read())
        state = {ours: torch.from_numpy(np.array(tensors[theirs], np.float32))
                 for ours, theirs in self.names() if theirs in tensors}
        # The vector of the first kind of sentence is within the positions.
        state["types.weight"] = torch.zeros_like(self.types.weight)
        positions = state["positions.weight"]
        state["positions.weight"] = torch.cat([positions, self.positions.weight.detach()[len(positions) :]])
        state |= {"outputs.weight": torch.from_numpy(np.array(outputs)), "outputs.bias": torch.from_numpy(np.array(bias))}
        self.load_state_dict(state)
        return self

    def exported(self):
        """Tensors under their names in Hugging Face's BertModel."""
        state = self.state_dict()
        return {theirs: state[ours].float().numpy() for ours, theirs in self.names()}
