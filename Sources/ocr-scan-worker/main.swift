import RecognitionWorker

WorkerMain.run(CommandLine.arguments)
