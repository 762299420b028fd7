import type { LabelData } from '@yunbiao/label';
import { createContext, useContext } from 'react';

/** The row in view: its values, and when formulas are worked out; beside it all rows there are. */
export type ShownValues = { data: LabelData; at: string; rows: readonly LabelData[] };

export const NO_ROWS: readonly LabelData[] = [];

const ShownReact = createContext<ShownValues>({ data: {}, at: '', rows: NO_ROWS });

export const ShownValuesProvider = ShownReact.Provider;
export const useShownValues = (): ShownValues => useContext(ShownReact);
