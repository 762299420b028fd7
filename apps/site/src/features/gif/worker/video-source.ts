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
import { FileRefused } from './file-refused.ts';
import type { DecodedPicture, Source } from './source.ts';

/** Maximum number of pixels of a frame: 4096 × 2304. A decoder holds about a dozen frames. */
const MAX_VIDEO_PIXELS = 4096 * 2304;

/** Maximum length of a video, s. Longer ones must be cut before. */
export const MAX_SECONDS = 3 * 3600;

/** Number of packets used to measure the frame rate. */
const COUNTED_PACKETS = 120;

const requireTrack = async (input: Input): Promise<InputVideoTrack> => {
  if (!(await input.canRead())) throw new FileRefused({ code: 'noVideo' });
  const track = await input.getPrimaryVideoTrack();
  if (!track) {
    // An incomplete download often lacks the list of tracks, because many cameras write it last.
    const [otherTrack] = await input.getTracks();
    throw new FileRefused({ code: otherTrack ? 'noPicture' : 'broken' });
  }
  return track;
};

/** Checks the declared properties before the decoder is used. */
const checkTrack = async (track: InputVideoTrack): Promise<Size & { codec: string }> => {
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
  const coded = (await track.getCodedWidth()) * (await track.getCodedHeight());
  if (width === 0 || height === 0) throw new FileRefused({ code: 'broken' });
  if (Math.max(coded, width * height) > MAX_VIDEO_PIXELS)
    throw new FileRefused({ code: 'tooLarge', width, height });
  const codec = (await track.getCodec()) ?? (await track.getCodecParameterString()) ?? '';
  if (!(await track.canDecode())) throw new FileRefused({ code: 'codec', codec });
  return { width, height, codec };
};

type Times = { first: number; last: number };

async function* decodeFrames(
  sink: VideoSampleSink,
  ats: readonly number[],
  { first, last }: Times,
  size: Size,
): AsyncGenerator<DecodedPicture> {
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

const openInput = async (input: Input): Promise<Source> => {
  const track = await requireTrack(input);
  const { codec, ...size } = await checkTrack(track);
  const first = await track.getFirstTimestamp();
  const duration = (await track.computeDuration()) - first;
  if (!(duration > 0)) throw new FileRefused({ code: 'noPicture' });
  if (duration > MAX_SECONDS) throw new FileRefused({ code: 'tooLong', most: MAX_SECONDS });
  const { averagePacketRate } = await track.computePacketStats(COUNTED_PACKETS);
  const fps = Math.min(240, Math.max(1, Math.round(averagePacketRate * 100) / 100));
  const sink = new VideoSampleSink(track);
  const lastTime = duration - 0.5 / fps;
  const source: Source = {
    facts: { kind: 'video', ...size, duration, fps, codec },
    readPictures: (ats) => decodeFrames(sink, ats, { first, last: lastTime }, size),
    close: () => input.dispose(),
  };
  // Declared properties can be wrong: decode the first frame as a check.
  for await (const _ of source.readPictures([0])) return source;
  throw new FileRefused({ code: 'broken' });
};

/**
 * Opens an MP4, MOV, WebM or Matroska video that the browser can decode. Reads the file piece by
 * piece.
 * @throws {FileRefused} if the browser cannot decode it
 */
export const openVideo = async (file: Blob): Promise<Source> => {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM, MATROSKA] });
  try {
    return await openInput(input);
  } catch (error) {
    input.dispose();
    throw error instanceof FileRefused ? error : new FileRefused({ code: 'broken' });
  }
};
