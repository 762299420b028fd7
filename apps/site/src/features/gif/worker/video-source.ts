import {
  BlobSource,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  QTFF,
  VideoSampleSink,
  WEBM,
} from 'mediabunny';
import type { Size } from '../model/layout.ts';
import { Refused } from './refused.ts';
import type { Seen, Source } from './source.ts';

/** Pixels of a frame: 4096 × 2304. A decoder holds a dozen of them. */
const MAX_VIDEO_PIXELS = 4096 * 2304;

/** A film is cut before it is brought here, s. */
export const MAX_SECONDS = 3 * 3600;

/** Packets that tell how many frames a second there are. */
const COUNTED_PACKETS = 120;

const getTrack = async (input: Input): Promise<InputVideoTrack> => {
  if (!(await input.canRead())) throw new Refused({ code: 'noVideo' });
  const track = await input.getPrimaryVideoTrack();
  if (!track) {
    // Half a download often ends before the list of tracks, which many cameras write last.
    const [other] = await input.getTracks();
    throw new Refused({ code: other ? 'noPicture' : 'broken' });
  }
  return track;
};

/** What is checked before the decoder is asked for anything. */
const checked = async (track: InputVideoTrack): Promise<Size & { codec: string }> => {
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
  const coded = (await track.getCodedWidth()) * (await track.getCodedHeight());
  if (width === 0 || height === 0) throw new Refused({ code: 'broken' });
  if (Math.max(coded, width * height) > MAX_VIDEO_PIXELS)
    throw new Refused({ code: 'tooLarge', width, height });
  const codec = (await track.getCodec()) ?? (await track.getCodecParameterString()) ?? '';
  if (!(await track.canDecode())) throw new Refused({ code: 'codec', codec });
  return { width, height, codec };
};

type Times = { first: number; last: number };

async function* listSeen(
  sink: VideoSampleSink,
  ats: readonly number[],
  { first, last }: Times,
  size: Size,
): AsyncGenerator<Seen> {
  let index = -1;
  const times = ats.map((at) => first + Math.min(at, last));
  for await (const sample of sink.samplesAtTimestamps(times)) {
    index += 1;
    const at = ats[index];
    if (!sample || at === undefined) continue;
    try {
      yield { at, size, draw: (ctx) => sample.draw(ctx, 0, 0, size.width, size.height) };
    } finally {
      sample.close();
    }
  }
}

const opened = async (input: Input): Promise<Source> => {
  const track = await getTrack(input);
  const { codec, ...size } = await checked(track);
  const first = await track.getFirstTimestamp();
  const duration = (await track.computeDuration()) - first;
  if (!(duration > 0)) throw new Refused({ code: 'noPicture' });
  if (duration > MAX_SECONDS) throw new Refused({ code: 'tooLong', most: MAX_SECONDS });
  const { averagePacketRate } = await track.computePacketStats(COUNTED_PACKETS);
  const fps = Math.min(240, Math.max(1, Math.round(averagePacketRate * 100) / 100));
  const sink = new VideoSampleSink(track);
  const last = duration - 0.5 / fps;
  const source: Source = {
    facts: { kind: 'video', ...size, duration, fps, codec },
    pictures: (ats) => listSeen(sink, ats, { first, last }, size),
    close: () => input.dispose(),
  };
  // A file may say what it likes: the first frame has to come.
  for await (const _ of source.pictures([0])) return source;
  throw new Refused({ code: 'broken' });
};

/** A video of MP4, MOV, WebM or Matroska, whatever of it the browser decodes. Read a piece at a time. */
export const openVideo = async (file: Blob): Promise<Source> => {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM, MATROSKA] });
  try {
    return await opened(input);
  } catch (error) {
    input.dispose();
    throw error instanceof Refused ? error : new Refused({ code: 'broken' });
  }
};
