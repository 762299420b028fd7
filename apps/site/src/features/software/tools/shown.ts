/** Templates whose labels the tools page draws: every new character is an outline to send. */
export const SHOWN = 3;

/** The template of which several labels come out of the virtual printer. */
export const PRINTED = 1;
