/** Lengths of the names a member gives a print client. */
export const CLIENT_REMARK_LENGTH = 100;
export const CLIENT_GROUP_LENGTH = 30;

/** Limits for what a print client reports about its machine and printers. */
export const MACHINE_NAME_LENGTH = 100;
export const SYSTEM_NAME_LENGTH = 100;
export const AGENT_VERSION_LENGTH = 32;
export const PRINTER_NAME_LENGTH = 100;
export const MAX_PRINTERS = 50;
/** Discovered printers a client reports, and the length of a text about one. */
export const MAX_DISCOVERED_PRINTERS = 60;
export const FOUND_TEXT_LENGTH = 160;
/** Address of a network printer as typed: host name and port. */
export const PRINTER_ADDRESS_LENGTH = 255;
/** Typed addresses that wait for confirmation on the machine. */
export const MAX_ADDRESSES = 5;
/** Reason of a label's result, or text of a printer's state. */
export const REASON_LENGTH = 200;
/** Pieces of paper a virtual printer's roll keeps; older ones are discarded. */
export const MAX_ROLL_LABELS = 30;
/** Labels leased to a printer at once, and reports in one message. */
export const MAX_LEASES = 256;
export const MAX_REPORTS = 500;
/** Capabilities a client announces, and the length of one name. */
export const MAX_CAPABILITIES = 500;
export const CAPABILITY_LENGTH = 40;
/** History tokens a client sends at once. */
export const MAX_TOKENS = 100;
