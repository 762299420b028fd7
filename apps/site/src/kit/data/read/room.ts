/** How much of a sheet is taken. */
export type Room = { rows: number; columns: number };
