/// Holds no code, but what RiskAnalysis and LocalHelp need: the encoder's model, the compiled rule pack that the plugin
/// CompileRules puts beside it, and whom to turn to in each country. The build lays them next to the programs, where
/// `ProgramFiles` looks for them.
enum RiskData {}
