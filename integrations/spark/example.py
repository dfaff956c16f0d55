"""Scans the pictures of a folder and writes a table of verdicts: spark-submit example.py /pictures verdicts"""

import sys

from pyspark.sql import SparkSession

from ocr_scan_spark import scan_files

pictures, verdicts = sys.argv[1:]
spark = SparkSession.builder.appName("ocr-scan").getOrCreate()
scan_files(spark, pictures).write.mode("overwrite").parquet(verdicts)
table = spark.read.parquet(verdicts)
table.groupBy("risk_level", "category", "error_code").count().orderBy("risk_level", "category").show(truncate=False)
spark.stop()
