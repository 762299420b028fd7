/** One way a system has to start a program with the machine, for this user, without an administrator. */
export type Way = {
  /** What it is called, for people. */
  name: string;
  /** Whether it is set up for this program. */
  isOn: () => Promise<boolean>;
  /** Sets it up; `isRunning`: it runs already and is not to be started as well. Resolves to what is worth knowing. */
  turnOn: (isRunning: boolean) => Promise<string>;
  turnOff: () => Promise<void>;
};

/** How the program is started: the file, and what stands before the command's own words. */
export type Launch = { file: string; args: readonly string[] };
