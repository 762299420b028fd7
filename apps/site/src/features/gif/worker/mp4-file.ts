import { BufferTarget, CanvasSource, Mp4OutputFormat, Output, QUALITY_HIGH } from 'mediabunny';

type Movie = {
  canvas: OffscreenCanvas;
  delays: readonly number[];
  /** Draws the frame at this index. */
  draw: (index: number) => void;
  onFrame: (index: number) => void;
};

/** Writes H.264 in MP4, which all players support. Width and height must be even. */
export const writeMp4 = async ({ canvas, delays, draw, onFrame }: Movie): Promise<Blob> => {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const video = new CanvasSource(canvas, { codec: 'avc', bitrate: QUALITY_HIGH });
  output.addVideoTrack(video);
  await output.start();
  let seconds = 0;
  for (const [index, delay] of delays.entries()) {
    draw(index);
    await video.add(seconds, delay / 1000);
    seconds += delay / 1000;
    onFrame(index + 1);
  }
  await output.finalize();
  return new Blob(target.buffer ? [target.buffer] : [], { type: 'video/mp4' });
};
