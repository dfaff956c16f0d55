"""Tests the inputs of the filter, and one run of it: python -m unittest, with OCR_SCAN naming the program."""

import os
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from ocr_scan_spark.bulk import inputs_of_paths, inputs_of_pictures, records  # noqa: E402
from ocr_scan_spark.columns import SCHEMA, row  # noqa: E402
from ocr_scan_spark.scan import with_jobs  # noqa: E402

CLEAN = HERE.parents[2] / "testdata/images/formats/grey-8.png"
ENVIRONMENT = {"OCR_SCAN_SCAN_TIMEOUT": "60"}


class Inputs(unittest.TestCase):
    def test_a_task_uses_as_many_cores_as_it_has(self):
        self.assertEqual(with_jobs((), "2"), ["--jobs", "2"])
        self.assertEqual(with_jobs(["--lang", "deu"], "1"), ["--lang", "deu", "--jobs", "1"])
        self.assertEqual(with_jobs(["--jobs", "4"], "1"), ["--jobs", "4"])
        self.assertEqual(with_jobs(["--jobs=4"], "1"), ["--jobs=4"])

    def test_a_row_without_a_picture_has_an_error(self):
        for lines in (inputs_of_pictures([("a", None), ("b", CLEAN.read_bytes()), (None, None)]),
                      inputs_of_paths([("a", None), ("b", str(CLEAN)), (None, None)])):
            found = {record["id"]: record for record in records(lines, os.environ["OCR_SCAN"], ["--jobs", "1"], ENVIRONMENT)}
            self.assertEqual(set(found), {"a", "b", "line 3"})
            self.assertEqual(found["a"]["error"]["code"], "invalid_input")
            self.assertEqual(found["line 3"]["error"]["code"], "invalid_input")
            self.assertIsNone(found["b"]["error"])
            self.assertEqual(found["b"]["text"], "Please bring seven blue umbrellas")

    def test_every_record_is_a_row(self):
        for record in records(inputs_of_paths([(1, str(CLEAN)), (2, "nowhere")]), os.environ["OCR_SCAN"], (), ENVIRONMENT):
            self.assertEqual(len(row(record)), len(SCHEMA))


if __name__ == "__main__":
    unittest.main()
