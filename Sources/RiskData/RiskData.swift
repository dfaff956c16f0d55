/// Holds no code, only data for RiskAnalysis and LocalHelp: the encoder's model, the compiled rule pack that the plugin
/// CompileRules adds, and who to turn to in each country. The build puts them next to the programs, where
/// `ProgramFiles` looks for them.
enum RiskData {}
