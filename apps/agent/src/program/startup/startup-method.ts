/** A mechanism to start a program with the system, for this user, without an administrator. */
export type StartupMethod = {
  /** Name for display. */
  name: string;
  /** Whether it is enabled for this program. */
  isOn: () => Promise<boolean>;
  /** Enables it. `isRunning`: do not start the program now. Resolves to a hint for the user. */
  turnOn: (isRunning: boolean) => Promise<string>;
  turnOff: () => Promise<void>;
};

/** How to start the program: file, and arguments before the command. */
export type Launch = { file: string; args: readonly string[] };
