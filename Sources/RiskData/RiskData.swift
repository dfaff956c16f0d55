/// Holds no code, only data for RiskAnalysis and LocalHelp: the encoder's model, and who to turn to in each country. The
/// build puts them next to the programs, where `ProgramFiles` looks for them and for the compiled rule pack that
/// rule-compiler adds.
enum RiskData {}
