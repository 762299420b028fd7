/** An invalid setting. The message is one Chinese sentence that names the variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
