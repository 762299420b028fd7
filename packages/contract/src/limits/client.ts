/** What a print client is called by its member. */
export const CLIENT_REMARK_LENGTH = 100;
export const CLIENT_GROUP_LENGTH = 30;

/** What a print client says of its machine and its printers. */
export const MACHINE_NAME_LENGTH = 100;
export const SYSTEM_NAME_LENGTH = 100;
export const AGENT_VERSION_LENGTH = 32;
export const PRINTER_NAME_LENGTH = 100;
export const MAX_PRINTERS = 50;
/** Printers a client tells that it found, and what it says of one. */
export const MAX_FOUND = 60;
export const FOUND_TEXT_LENGTH = 160;
/** Of a printer on the network, as it is typed: a host name and a port. */
export const PRINTER_ADDRESS_LENGTH = 255;
/** Addresses typed on the page that wait to be confirmed on the machine. */
export const MAX_ADDRESSES = 5;
/** What is said of a label, or of a printer's state. */
export const REASON_LENGTH = 200;
/** Pieces of paper a virtual printer's roll keeps; older ones are gone. */
export const ROLL_KEPT = 30;
/** Labels leased to a printer at once, and labels reported in one message. */
export const MAX_LEASES = 256;
export const MAX_REPORTS = 500;
/** Things a print client says that it can draw, and the name of one. */
export const MAX_CAPABILITIES = 500;
export const CAPABILITY_LENGTH = 40;
/** Tokens of its history a client names at once. */
export const MAX_TOKENS = 100;
