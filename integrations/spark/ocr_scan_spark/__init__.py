"""Runs `ocr-scan bulk` on the executors of a Spark cluster.

    from ocr_scan_spark import scan_files, scan_table
    records = scan_files(spark, "hdfs:///reports/*.png")             # by Spark's binaryFile source
    records = scan_table(table, path="local_path", id="report_id")   # paths that every executor can open
    records.write.mode("overwrite").parquet("hdfs:///verdicts")

One row for each picture, whatever happens to it: one that could not be read has an `error_code`. A retried task scans its
partition again, and Spark keeps the output of one attempt only (docs/guide.md).
"""

from .columns import SCHEMA, row
from .scan import scan_files, scan_table

__all__ = ["SCHEMA", "row", "scan_files", "scan_table"]
