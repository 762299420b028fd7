import { createStore, type Store } from '@yunbiao/ui/store.ts';
import { appended, type FrameList, MAX_FRAMES, replaced } from './model/frames.ts';
import { amended, done, getHistory, redone, undone } from './model/history.ts';
import type { Layout } from './model/layout.ts';
import { firstTrim, listFrames, type Trim } from './model/trim.ts';
import { PictureStore } from './picture-store.ts';
import { aboutFile } from './words.ts';
import {
  FIRST,
  FIRST_MARK,
  framesFrom,
  getLayout,
  MISPLACED,
  MAX_FILES,
  type OpenFile,
  type Tool,
  type Work,
} from './work.ts';
import { ComingFiles, StudioWorker } from './studio-worker.ts';
import type { FromStudio, Sampled, SourceFacts, ToStudio } from './worker/messages.ts';

/** What somebody makes a GIF of: the files, the frames, how they are laid out. Its worker comes with the first file. */
export class Studio {
  readonly tool: Tool;
  readonly work: Store<Work> = createStore(FIRST);
  /** Place of the frame that is on screen. */
  readonly shown: Store<number> = createStore(0);
  readonly preview = new PictureStore('preview', (message) => this.#post(message));
  readonly strip = new PictureStore('strip', (message) => this.#post(message));
  readonly whole = new PictureStore('whole', (message) => this.#post(message));
  readonly result = new PictureStore('result', (message) => this.#post(message));
  /** Bytes of what would be made; null while nobody knows. */
  readonly estimated: Store<number | null> = createStore<number | null>(null);
  #estimates = 0;
  readonly #worker = new StudioWorker(
    (message) => this.#take(message),
    () => this.#lost(),
  );
  readonly #coming = new ComingFiles(this.#worker);
  #lastSource = 0;
  #onResult: ((facts: SourceFacts) => void) | undefined;
  #results = new Set<number>();
  /** Files somebody wants for the mark, by the number they are opened with. */
  #marks = new Map<number, File>();

  constructor(tool: Tool) {
    this.tool = tool;
  }

  /** Frames of now. */
  get list(): FrameList {
    return this.work.get().history.now;
  }

  /** Opens files; in 视频转 GIF and 改 GIF a new one takes the place of the old. */
  open(files: readonly File[]): void {
    const isOne = this.tool !== 'pictures';
    const taken = files.slice(0, isOne ? 1 : MAX_FILES);
    const troubles: string[] = [];
    if (isOne && files.length > 1) troubles.push(`一次一个文件，打开的是“${files[0]?.name}”。`);
    else if (files.length > taken.length)
      troubles.push(`一次最多 ${MAX_FILES} 个文件，后面的没有打开。`);
    this.work.set((now) => ({ ...now, troubles, opening: now.opening + taken.length }));
    for (const file of taken) {
      this.#lastSource += 1;
      this.#coming.add(this.#lastSource, file);
    }
  }

  /** Takes a picture for the mark; one that cannot be read leaves what there is. */
  openMark(file: File): void {
    this.#lastSource += 1;
    this.#marks.set(this.#lastSource, file);
    this.#post({ kind: 'open', source: this.#lastSource, file });
  }

  /** Opens what was made, to be shown frame by frame. */
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

  /** A step that can be undone. */
  change(to: (list: FrameList) => FrameList): void {
    this.work.set((now) => ({
      ...now,
      history: done(now.history, to(now.history.now)),
      isSaved: false,
    }));
  }

  /** What is chosen, which is no step. */
  choose(to: (list: FrameList) => FrameList): void {
    this.work.set((now) => ({ ...now, history: amended(now.history, to(now.history.now)) }));
  }

  undo(): void {
    this.work.set((now) => ({ ...now, history: undone(now.history), isSaved: false }));
  }

  redo(): void {
    this.work.set((now) => ({ ...now, history: redone(now.history), isSaved: false }));
  }

  set(part: Partial<Omit<Work, 'history' | 'files' | 'trim'>>): void {
    this.work.set((now) => ({ ...now, isSaved: false, ...part }));
  }

  lay(part: Partial<Layout>): void {
    this.work.set((now) => ({ ...now, isSaved: false, layout: { ...now.layout, ...part } }));
  }

  /** Another part of the video: its frames are others. */
  trim(trim: Trim): void {
    const [file] = this.work.get().files;
    if (!file) return;
    this.work.set((now) => ({
      ...now,
      trim,
      isSaved: false,
      history: getHistory(replaced(now.history.now, listFrames(trim, file.source))),
    }));
  }

  /** Begins anew. */
  clear(): void {
    for (const { source } of this.work.get().files) this.#post({ kind: 'close', source });
    for (const store of [this.preview, this.strip, this.whole]) store.clear();
    this.closeResult();
    this.work.set((now) => ({ ...FIRST, opening: now.opening, limit: now.limit, vary: now.vary }));
  }

  /** Ends the worker, and lets go of every picture. */
  end(): void {
    for (const store of [this.preview, this.strip, this.whole, this.result]) store.clear();
    this.#worker.end();
  }

  #post(message: ToStudio): void {
    this.#worker.post(message);
  }

  /** Asks how large the file would be; a later question takes the place of this one. */
  estimate(sampled: Sampled): void {
    this.#estimates += 1;
    this.estimated.set(null);
    this.#post({ kind: 'estimate', job: this.#estimates, sampled });
  }

  #take(message: FromStudio): void {
    if (message.kind === 'estimated') {
      if (message.job === this.#estimates) this.estimated.set(message.bytes);
      return;
    }
    if ('lane' in message) return this[message.lane].take(message);
    const { source } = message;
    if (this.#results.has(source)) {
      if (message.kind === 'opened') this.#onResult?.(message.facts);
      return;
    }
    const mark = this.#marks.get(source);
    if (mark) return this.#takeMark(mark, message);
    const file = this.#coming.take(source);
    if (!file) return;
    this.work.set((now) => ({ ...now, opening: Math.max(0, now.opening - 1) }));
    if (message.kind === 'refused') return this.#say(aboutFile(file.name, message.why));
    const misplaced = MISPLACED[this.tool](message.facts);
    if (misplaced === null) return this.#add({ source, file, facts: message.facts });
    this.#post({ kind: 'close', source });
    this.#say(`“${file.name}”${misplaced}。`);
  }

  #takeMark(file: File, message: Extract<FromStudio, { kind: 'opened' | 'refused' }>): void {
    const { source } = message;
    this.#marks.delete(source);
    if (message.kind === 'refused') return this.#say(aboutFile(file.name, message.why));
    this.#post({ kind: 'close', source });
    if (message.facts.kind !== 'picture')
      return this.#say(`“${file.name}”不能当水印：要一张 PNG、JPEG 或 WebP 图片。`);
    const { mark } = this.work.get().layout;
    this.lay({ mark: { ...FIRST_MARK, ...mark, id: source, file } });
  }

  #add(file: OpenFile): void {
    const { source, facts } = file;
    if (this.tool !== 'pictures' && this.work.get().files.length > 0) this.clear();
    const { files, layout, history } = this.work.get();
    const trim = facts.kind === 'video' ? firstTrim(facts.duration, facts.fps) : null;
    const added = framesFrom(source, facts, trim);
    if (history.now.frames.length + added.length > MAX_FRAMES)
      this.#say(`一个 GIF 最多 ${MAX_FRAMES} 帧，“${file.file.name}”后面的帧没有放进来。`);
    const isFirst = files.length === 0;
    this.work.set((now) => ({
      ...now,
      files: [...now.files, file],
      trim,
      isSaved: false,
      // What was opened first is where undoing ends.
      history: (now.history.past.length === 0 ? amended : done)(
        now.history,
        appended(now.history.now, added),
      ),
      layout: isFirst ? getLayout(layout, facts, this.tool) : now.layout,
      loop: isFirst && facts.kind === 'gif' ? facts.plays : now.loop,
    }));
  }

  #say(trouble: string): void {
    this.work.set((now) => ({ ...now, troubles: [...now.troubles, trouble].slice(-20) }));
  }

  /** The worker could not be fetched, or is gone with what it was asked. */
  #lost(): void {
    this.end();
    this.#coming.clear();
    this.#marks.clear();
    this.work.set(() => ({
      ...FIRST,
      troubles: ['处理图片的程序停了：检查网络，再选一次文件。'],
    }));
  }
}
