import { createStore, type Store } from '@yunbiao/ui/store.ts';
import { appendFrames, type FrameList, MAX_FRAMES, replaceFrames } from './model/frames.ts';
import { replaceCurrentState, recordUndoStep, createHistory, redo, undo } from './model/history.ts';
import type { Layout } from './model/layout.ts';
import { createInitialTrim, listFrames, type Trim } from './model/trim.ts';
import { PictureStore } from './picture-store.ts';
import { describeFileRefusal } from './failure-texts.ts';
import {
  INITIAL_STATE,
  DEFAULT_MARK,
  createFrames,
  createFirstLayout,
  MISPLACED_MESSAGES,
  MAX_FILES,
  type OpenFile,
  type Tool,
  type StudioState,
} from './studio-state.ts';
import { FileQueue, StudioWorker } from './studio-worker.ts';
import type { FromStudio, EstimateInput, SourceFacts, ToStudio } from './worker/messages.ts';

/** State of the GIF tool: files, frames and layout. The worker is started with the first file. */
export class Studio {
  readonly tool: Tool;
  readonly work: Store<StudioState> = createStore(INITIAL_STATE);
  /** Index of the current frame. */
  readonly shown: Store<number> = createStore(0);
  readonly preview = new PictureStore('preview', (message) => this.#post(message));
  readonly strip = new PictureStore('strip', (message) => this.#post(message));
  readonly whole = new PictureStore('whole', (message) => this.#post(message));
  readonly result = new PictureStore('result', (message) => this.#post(message));
  /** Estimated size of the file, bytes; null while unknown. */
  readonly estimated: Store<number | null> = createStore<number | null>(null);
  #estimates = 0;
  readonly #worker = new StudioWorker(
    (message) => this.#receive(message),
    () => this.#handleLost(),
  );
  readonly #coming = new FileQueue(this.#worker);
  #lastSource = 0;
  #onResult: ((facts: SourceFacts) => void) | undefined;
  #results = new Set<number>();
  /** Files opened as a mark, by source number. */
  #marks = new Map<number, File>();

  constructor(tool: Tool) {
    this.tool = tool;
  }

  /** The current frames. */
  get list(): FrameList {
    return this.work.get().history.now;
  }

  /** Opens files. In 视频转 GIF and 编辑 GIF a new file replaces the previous one. */
  open(files: readonly File[]): void {
    const isOne = this.tool !== 'pictures';
    const acceptedFiles = files.slice(0, isOne ? 1 : MAX_FILES);
    const troubles: string[] = [];
    if (isOne && files.length > 1) troubles.push(`一次一个文件，打开的是“${files[0]?.name}”。`);
    else if (files.length > acceptedFiles.length)
      troubles.push(`一次最多 ${MAX_FILES} 个文件，后面的没有打开。`);
    this.work.set((now) => ({ ...now, troubles, opening: now.opening + acceptedFiles.length }));
    for (const file of acceptedFiles) {
      this.#lastSource += 1;
      this.#coming.add(this.#lastSource, file);
    }
  }

  /** Opens a picture as the mark. If it cannot be read, the current mark stays. */
  openWatermark(file: File): void {
    this.#lastSource += 1;
    this.#marks.set(this.#lastSource, file);
    this.#post({ kind: 'open', source: this.#lastSource, file });
  }

  /** Opens the file that was made, to show its frames. */
  openResult(file: File): Promise<{ source: number; facts: SourceFacts }> {
    this.closeResult();
    this.#lastSource += 1;
    const source = this.#lastSource;
    this.#results.add(source);
    return new Promise((resolve) => {
      this.#onResult = (facts) => resolve({ source, facts });
      this.#post({ kind: 'open', source, file });
    });
  }

  closeResult(): void {
    for (const source of this.#results) this.#post({ kind: 'close', source });
    this.#results.clear();
    this.result.clear();
  }

  /** Changes the frames and adds an undo step. */
  change(to: (list: FrameList) => FrameList): void {
    this.work.set((now) => ({
      ...now,
      history: recordUndoStep(now.history, to(now.history.now)),
      isSaved: false,
    }));
  }

  /** Changes the selection without adding an undo step. */
  choose(to: (list: FrameList) => FrameList): void {
    this.work.set((now) => ({
      ...now,
      history: replaceCurrentState(now.history, to(now.history.now)),
    }));
  }

  undo(): void {
    this.work.set((now) => ({ ...now, history: undo(now.history), isSaved: false }));
  }

  redo(): void {
    this.work.set((now) => ({ ...now, history: redo(now.history), isSaved: false }));
  }

  set(part: Partial<Omit<StudioState, 'history' | 'files' | 'trim'>>): void {
    this.work.set((now) => ({ ...now, isSaved: false, ...part }));
  }

  setLayout(part: Partial<Layout>): void {
    this.work.set((now) => ({ ...now, isSaved: false, layout: { ...now.layout, ...part } }));
  }

  /** Selects another part of the video, which replaces the frames. */
  setTrim(trim: Trim): void {
    const [file] = this.work.get().files;
    if (!file) return;
    this.work.set((now) => ({
      ...now,
      trim,
      isSaved: false,
      history: createHistory(replaceFrames(now.history.now, listFrames(trim, file.source))),
    }));
  }

  /** Closes all files and resets the settings except the size limit. */
  reset(): void {
    for (const { source } of this.work.get().files) this.#post({ kind: 'close', source });
    for (const store of [this.preview, this.strip, this.whole]) store.clear();
    this.closeResult();
    this.work.set((now) => ({
      ...INITIAL_STATE,
      opening: now.opening,
      limit: now.limit,
      vary: now.vary,
    }));
  }

  /** Terminates the worker and closes all pictures. */
  dispose(): void {
    for (const store of [this.preview, this.strip, this.whole, this.result]) store.clear();
    this.#worker.terminate();
  }

  #post(message: ToStudio): void {
    this.#worker.post(message);
  }

  /** Requests an estimate of the file size. A later request replaces this one. */
  requestEstimate(sampled: EstimateInput): void {
    this.#estimates += 1;
    this.estimated.set(null);
    this.#post({ kind: 'estimate', job: this.#estimates, sampled });
  }

  #receive(message: FromStudio): void {
    if (message.kind === 'estimated') {
      if (message.job === this.#estimates) this.estimated.set(message.bytes);
      return;
    }
    if ('lane' in message) return this[message.lane].receive(message);
    const { source } = message;
    if (this.#results.has(source)) {
      if (message.kind === 'opened') this.#onResult?.(message.facts);
      return;
    }
    const mark = this.#marks.get(source);
    if (mark) return this.#acceptMark(mark, message);
    const file = this.#coming.complete(source);
    if (!file) return;
    this.work.set((now) => ({ ...now, opening: Math.max(0, now.opening - 1) }));
    if (message.kind === 'refused')
      return this.#reportTrouble(describeFileRefusal(file.name, message.why));
    const misplaced = MISPLACED_MESSAGES[this.tool](message.facts);
    if (misplaced === null) return this.#addFile({ source, file, facts: message.facts });
    this.#post({ kind: 'close', source });
    this.#reportTrouble(`“${file.name}”${misplaced}。`);
  }

  #acceptMark(file: File, message: Extract<FromStudio, { kind: 'opened' | 'refused' }>): void {
    const { source } = message;
    this.#marks.delete(source);
    if (message.kind === 'refused')
      return this.#reportTrouble(describeFileRefusal(file.name, message.why));
    this.#post({ kind: 'close', source });
    if (message.facts.kind !== 'picture')
      return this.#reportTrouble(`“${file.name}”不能当水印：要一张 PNG、JPEG 或 WebP 图片。`);
    const { mark } = this.work.get().layout;
    this.setLayout({ mark: { ...DEFAULT_MARK, ...mark, id: source, file } });
  }

  #addFile(file: OpenFile): void {
    const { source, facts } = file;
    if (this.tool !== 'pictures' && this.work.get().files.length > 0) this.reset();
    const { files, layout, history } = this.work.get();
    const trim = facts.kind === 'video' ? createInitialTrim(facts.duration, facts.fps) : null;
    const addedFrames = createFrames(source, facts, trim);
    if (history.now.frames.length + addedFrames.length > MAX_FRAMES)
      this.#reportTrouble(
        `一个 GIF 最多 ${MAX_FRAMES} 帧，“${file.file.name}”后面的帧没有放进来。`,
      );
    const isFirst = files.length === 0;
    this.work.set((now) => ({
      ...now,
      files: [...now.files, file],
      trim,
      isSaved: false,
      // Files opened before the first edit are the start of the undo history.
      history: (now.history.past.length === 0 ? replaceCurrentState : recordUndoStep)(
        now.history,
        appendFrames(now.history.now, addedFrames),
      ),
      layout: isFirst ? createFirstLayout(layout, facts, this.tool) : now.layout,
      loop: isFirst && facts.kind === 'gif' ? facts.plays : now.loop,
    }));
  }

  #reportTrouble(trouble: string): void {
    this.work.set((now) => ({ ...now, troubles: [...now.troubles, trouble].slice(-20) }));
  }

  /** The worker could not be loaded or has crashed; pending requests are lost. */
  #handleLost(): void {
    this.dispose();
    this.#coming.clear();
    this.#marks.clear();
    this.work.set(() => ({
      ...INITIAL_STATE,
      troubles: ['处理图片的程序停了：检查网络，再选一次文件。'],
    }));
  }
}
