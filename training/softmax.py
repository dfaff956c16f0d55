"""Softmax regression over hashed n-grams and a few numbers, for models with several classes."""

import numpy as np
import scipy.optimize
import scipy.sparse


def fit(words, numbers, classes, count, weight, word_penalty, number_penalty):
    """Weights of words (places, classes) and numbers (values, classes), and the bias. `classes`: of each row, below `count`."""
    places = words.shape[1]
    scale = np.concatenate([np.full(places, word_penalty**-0.5), np.full(numbers.shape[1], number_penalty**-0.5)])[:, None]
    matrix = scipy.sparse.hstack([words, scipy.sparse.csr_matrix(numbers)]).tocsr()
    transposed, one_hot = matrix.T.tocsr(), np.eye(count)[classes]

    def loss(point):
        point = point.reshape(-1, count)
        sums = matrix @ (point[:-1] * scale) + point[-1]
        sums -= sums.max(1, keepdims=True)
        logs = sums - np.log(np.exp(sums).sum(1, keepdims=True))
        slopes = weight[:, None] * (np.exp(logs) - one_hot)
        gradient = np.concatenate([(transposed @ slopes) * scale + point[:-1], slopes.sum(0)[None]])
        return -(weight[:, None] * one_hot * logs).sum() + 0.5 * (point[:-1] ** 2).sum(), gradient.ravel()

    start = np.zeros((len(scale) + 1) * count)
    found = scipy.optimize.minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 200, "ftol": 1e-9})
    point = found.x.reshape(-1, count)
    weights = point[:-1] * scale
    return weights[:places], weights[places:], point[-1]
