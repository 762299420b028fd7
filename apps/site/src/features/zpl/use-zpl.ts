import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { Dpi } from '@yunbiao/label';
import type { ZplNotice } from '@yunbiao/label/zpl';
import type { Drawn, FromWorker, Head, LabelFacts, Made, Source, ToWorker } from './messages.ts';

/** Labels drawn at first, and with every 再看. */
export const STEP = 6;

export type Read = {
  id: number;
  dpi: Dpi;
  total: number;
  labels: readonly LabelFacts[];
  notices: readonly ZplNotice[];
};

export type ZplState = {
  /** Of what is read or was read; 0 for nothing. */
  id: number;
  read: Read | null;
  /** By the label's place in the stream. */
  drawn: ReadonlyMap<number, Drawn>;
  made: ReadonlyMap<number, Made>;
  /** How many labels are asked for. */
  shown: number;
  share: number;
  failed: 'source' | 'fonts' | null;
};

const EMPTY: ZplState = {
  id: 0,
  read: null,
  drawn: new Map(),
  made: new Map(),
  shown: STEP,
  share: 0,
  failed: null,
};

type Action =
  | { kind: 'begin'; id: number }
  | { kind: 'clear' }
  | { kind: 'more' }
  | { kind: 'retry' }
  | FromWorker;

const withEntry = <T>(map: ReadonlyMap<number, T>, key: number, value: T): ReadonlyMap<number, T> =>
  new Map(map).set(key, value);

const reduce = (state: ZplState, action: Action): ZplState => {
  if (action.kind === 'clear') return { ...EMPTY, share: state.share };
  // What is on the page stays until there is something else to show.
  if (action.kind === 'begin') return { ...state, id: action.id, failed: null };
  if (action.kind === 'more') return { ...state, shown: state.shown + STEP };
  if (action.kind === 'retry') return { ...state, failed: null };
  if (action.kind === 'share') return { ...state, share: action.share };
  if (action.id !== state.id) return state;
  if (action.kind === 'read') {
    const { id, dpi, total, labels, notices } = action;
    return { ...EMPTY, share: state.share, id, read: { id, dpi, total, labels, notices } };
  }
  if (action.kind === 'drawn')
    return { ...state, drawn: withEntry(state.drawn, action.index, action.drawn) };
  if (action.kind === 'made')
    return { ...state, made: withEntry(state.made, action.index, action.made) };
  return { ...state, failed: action.what };
};

export type Zpl = {
  state: ZplState;
  /** Reads something else; null for nothing. */
  open: (source: Source | null, head: Head) => void;
  more: () => void;
  /** Makes the template of a label. */
  make: (index: number) => void;
  /** Asks again for what could not be had. */
  retry: () => void;
};

/** ZPL read and drawn by a worker, which comes with the first. */
export const useZpl = (): Zpl => {
  const [state, dispatch] = useReducer(reduce, EMPTY);
  const worker = useRef<Worker>(undefined);
  const lastId = useRef(0);
  useEffect(() => () => worker.current?.terminate(), []);
  const post = useCallback((message: ToWorker): void => {
    if (!worker.current) {
      worker.current = new Worker(new URL('./zpl-worker.ts', import.meta.url), { type: 'module' });
      worker.current.onmessage = ({ data }: MessageEvent<FromWorker>) => dispatch(data);
      worker.current.onerror = () => {
        // It could not be fetched, or is gone: the next message makes another one.
        worker.current = undefined;
        dispatch({ kind: 'failed', id: lastId.current, what: 'fonts' });
      };
    }
    worker.current.postMessage(message);
  }, []);
  const open = useCallback(
    (source: Source | null, head: Head): void => {
      lastId.current += 1;
      const id = lastId.current;
      if (source === null) return dispatch({ kind: 'clear' });
      dispatch({ kind: 'begin', id });
      post({ kind: 'read', id, source, head });
    },
    [post],
  );
  const make = useCallback(
    (index: number): void => post({ kind: 'template', id: lastId.current, index }),
    [post],
  );
  useAskForLabels(state, post);
  return {
    state,
    open,
    make,
    more: useCallback(() => dispatch({ kind: 'more' }), []),
    retry: useCallback(() => dispatch({ kind: 'retry' }), []),
  };
};

/** Asks once for each label that is to be seen. */
const useAskForLabels = ({ read, shown, failed }: ZplState, post: (m: ToWorker) => void): void => {
  const asked = useRef({ id: 0, count: 0 });
  useEffect(() => {
    if (failed) asked.current.count = 0;
    if (!read || failed) return;
    if (asked.current.id !== read.id) asked.current = { id: read.id, count: 0 };
    const to = Math.min(shown, read.labels.length);
    for (let index = asked.current.count; index < to; index += 1)
      post({ kind: 'draw', id: read.id, index });
    asked.current.count = Math.max(asked.current.count, to);
  }, [read, shown, failed, post]);
};
