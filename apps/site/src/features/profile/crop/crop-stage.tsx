import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Crop, Shape } from './crop.ts';
import css from './crop.module.css';
import { type Frame, useGestures } from './use-gestures.ts';

/** Margin around the frame, CSS px. */
const MARGIN = 24;
const MAX_HEIGHT_PX = 320;

/** Computes the largest frame that fits on the stage. */
const computeFrame = (room: number, aspect: number): Frame & { height: number } => {
  const width = Math.max(1, Math.min(room - 2 * MARGIN, (MAX_HEIGHT_PX - 2 * MARGIN) * aspect));
  return { left: (room - width) / 2, top: MARGIN, width, height: width / aspect };
};

const drawStage = (
  canvas: HTMLCanvasElement,
  { image, shape, frame, crop }: { image: ImageBitmap; shape: Shape; frame: Frame; crop: Crop },
): void => {
  const context = canvas.getContext('2d');
  if (!context) return;
  const ratio = devicePixelRatio || 1;
  const scale = frame.width / crop.width;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    image,
    frame.left - crop.x * scale,
    frame.top - crop.y * scale,
    shape.size.width * scale,
    shape.size.height * scale,
  );
};

/** The image behind a frame, which can be moved and zoomed. The area outside is dimmed. */
export const CropStage = ({
  image,
  shape,
  isRound,
  crop,
  onCrop,
}: {
  image: ImageBitmap;
  shape: Shape;
  isRound: boolean;
  crop: Crop;
  onCrop: (crop: Crop) => void;
}) => {
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setRoom(element.clientWidth));
    watch.observe(element);
    setRoom(element.clientWidth);
    // The dialog opened before the image was ready; focus it so that keys work.
    element.focus({ preventScroll: true });
    return () => watch.disconnect();
  }, []);
  const frame = computeFrame(room, shape.aspect);
  const height = frame.height + 2 * MARGIN;
  const { props } = useGestures(stage, { shape, frame, crop, onCrop });
  useEffect(() => {
    const paper = canvas.current;
    if (!paper || room === 0) return;
    const ratio = devicePixelRatio || 1;
    [paper.width, paper.height] = [Math.round(room * ratio), Math.round(height * ratio)];
    drawStage(paper, { image, shape, frame: computeFrame(room, shape.aspect), crop });
  }, [image, shape, crop, room, height]);
  return (
    <div
      ref={stage}
      className={css.stage}
      style={{ height }}
      role="group"
      tabIndex={0}
      aria-label="图片：方向键移动，+ 和 - 缩放"
      {...props}
    >
      <canvas ref={canvas} aria-hidden="true" />
      <i
        className={isRound ? `${css.mask} ${css.round}` : css.mask}
        style={{ left: frame.left, top: frame.top, width: frame.width, height: frame.height }}
        aria-hidden="true"
      />
    </div>
  );
};
