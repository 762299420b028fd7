import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { Dpi } from '@yunbiao/label';
import type { ZplNotice } from '@yunbiao/label/zpl';
import type {
  DrawnLabelResult,
  FromWorker,
  PrinterHead,
  LabelFacts,
  TemplateResult,
  Source,
  ToWorker,
} from './messages.ts';

/** Number of labels drawn initially, and with each 再看. */
export const STEP = 6;

export type ReadStream = {
  id: number;
  dpi: Dpi;
  total: number;
  labels: readonly LabelFacts[];
  notices: readonly ZplNotice[];
};

export type ZplState = {
  /** Id of the current stream; 0 for none. */
  id: number;
  read: ReadStream | null;
  /** Drawn labels by their index in the stream. */
  drawn: ReadonlyMap<number, DrawnLabelResult>;
  made: ReadonlyMap<number, TemplateResult>;
  /** Number of requested labels. */
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

const copyMapWithEntry = <T>(
  map: ReadonlyMap<number, T>,
  key: number,
  value: T,
): ReadonlyMap<number, T> => new Map(map).set(key, value);

const reduceZplState = (state: ZplState, action: Action): ZplState => {
  if (action.kind === 'clear') return { ...EMPTY, share: state.share };
  // The previous result stays until a new one arrives.
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
    return { ...state, drawn: copyMapWithEntry(state.drawn, action.index, action.drawn) };
  if (action.kind === 'made')
    return { ...state, made: copyMapWithEntry(state.made, action.index, action.made) };
  return { ...state, failed: action.what };
};

export type Zpl = {
  state: ZplState;
  /** Reads a new source; null clears it. */
  open: (source: Source | null, head: PrinterHead) => void;
  loadMore: () => void;
  /** Creates the template of a label. */
  make: (index: number) => void;
  /** Retries what failed. */
  retry: () => void;
};

/** Reads and draws ZPL in a worker, which starts with the first source. */
export const useZplWorker = (): Zpl => {
  const [state, dispatch] = useReducer(reduceZplState, EMPTY);
  const worker = useRef<Worker>(undefined);
  const lastId = useRef(0);
  useEffect(() => () => worker.current?.terminate(), []);
  const postToWorker = useCallback((message: ToWorker): void => {
    if (!worker.current) {
      worker.current = new Worker(new URL('./zpl-worker.ts', import.meta.url), { type: 'module' });
      worker.current.onmessage = ({ data }: MessageEvent<FromWorker>) => dispatch(data);
      worker.current.onerror = () => {
        // The worker failed to load or crashed; the next message starts a new one.
        worker.current = undefined;
        dispatch({ kind: 'failed', id: lastId.current, what: 'fonts' });
      };
    }
    worker.current.postMessage(message);
  }, []);
  const open = useCallback(
    (source: Source | null, head: PrinterHead): void => {
      lastId.current += 1;
      const id = lastId.current;
      if (source === null) return dispatch({ kind: 'clear' });
      dispatch({ kind: 'begin', id });
      postToWorker({ kind: 'read', id, source, head });
    },
    [postToWorker],
  );
  const make = useCallback(
    (index: number): void => postToWorker({ kind: 'template', id: lastId.current, index }),
    [postToWorker],
  );
  useRequestVisibleLabelsOnce(state, postToWorker);
  return {
    state,
    open,
    make,
    loadMore: useCallback(() => dispatch({ kind: 'more' }), []),
    retry: useCallback(() => dispatch({ kind: 'retry' }), []),
  };
};

/** Requests each visible label once. */
const useRequestVisibleLabelsOnce = (
  { read, shown, failed }: ZplState,
  post: (m: ToWorker) => void,
): void => {
  const lastRequest = useRef({ id: 0, count: 0 });
  useEffect(() => {
    if (failed) lastRequest.current.count = 0;
    if (!read || failed) return;
    if (lastRequest.current.id !== read.id) lastRequest.current = { id: read.id, count: 0 };
    const to = Math.min(shown, read.labels.length);
    for (let index = lastRequest.current.count; index < to; index += 1)
      post({ kind: 'draw', id: read.id, index });
    lastRequest.current.count = Math.max(lastRequest.current.count, to);
  }, [read, shown, failed, post]);
};
