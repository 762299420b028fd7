import { CROP_ZOOM_STEPS } from '@yunbiao/contract/limits/image';
import { Dialog } from '@yunbiao/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { type Crop, MAX_ZOOM, type Shape, createFullCrop, zoomCrop, getZoom } from './crop.ts';
import css from './crop.module.css';
import { CropStage } from './crop-stage.tsx';
import { exportCrop, drawCrop } from './draw-crop.ts';
import { decodePictureFile } from './open-picture.ts';

type Usage = 'avatar' | 'cover';

/**
 * Output of each kind. `width` is the maximum the server stores; for avatars twice the displayed
 * size, for future use.
 */
const KINDS = {
  // Preview sizes of this page and of the page header.
  avatar: { name: '头像', aspect: 1, width: 512, previews: [96, 32], round: 32 },
  cover: { name: '封面', aspect: 4, width: 1_600, previews: [240], round: 0 },
} as const satisfies Record<Usage, object>;

const CANNOT = '浏览器没能裁出这张图片，换一张试试';

const CropPreview = ({
  image,
  shape,
  crop,
  width,
  isRound,
}: {
  image: ImageBitmap;
  shape: Shape;
  crop: Crop;
  width: number;
  isRound: boolean;
}) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const height = Math.round(width / shape.aspect);
  useEffect(() => {
    const paper = canvas.current;
    if (!paper) return;
    const ratio = devicePixelRatio || 1;
    [paper.width, paper.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    drawCrop(paper, image, shape, crop);
  }, [image, shape, crop, width, height]);
  return (
    <canvas
      ref={canvas}
      className={isRound ? css.round : css.corner}
      style={{ width, height }}
      aria-hidden="true"
    />
  );
};

const ZoomControl = ({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) => {
  const id = useId();
  const place = Math.round((Math.log(zoom) / Math.log(MAX_ZOOM)) * CROP_ZOOM_STEPS.max);
  return (
    <div className={css.zoom}>
      <label htmlFor={id}>缩放</label>
      <input
        id={id}
        type="range"
        min={CROP_ZOOM_STEPS.min}
        max={CROP_ZOOM_STEPS.max}
        step={1}
        value={place}
        aria-valuetext={`${zoom.toFixed(1)} 倍`}
        onChange={(event) => onZoom(MAX_ZOOM ** (Number(event.target.value) / CROP_ZOOM_STEPS.max))}
      />
      <output htmlFor={id}>{zoom.toFixed(1)}&nbsp;×</output>
    </div>
  );
};

const CropForm = ({
  usage,
  image,
  onDone,
  onClose,
  onTrouble,
}: {
  usage: Usage;
  image: ImageBitmap;
  onDone: (file: File) => void;
  onClose: () => void;
  onTrouble: (reason: string) => void;
}) => {
  const { name, aspect, width, previews, round } = KINDS[usage];
  const [shape] = useState<Shape>(() => ({
    size: { width: image.width, height: image.height },
    aspect,
  }));
  const [crop, setCrop] = useState(() => createFullCrop(shape));
  const [isBusy, setBusy] = useState(false);
  const isRound = usage === 'avatar';
  const finishCrop = async (): Promise<void> => {
    setBusy(true);
    const file = await exportCrop(image, shape, crop, width);
    if (file) onDone(file);
    else onTrouble(CANNOT);
  };
  return (
    <>
      <CropStage image={image} shape={shape} isRound={isRound} crop={crop} onCrop={setCrop} />
      <ZoomControl
        zoom={getZoom(shape, crop)}
        onZoom={(zoom) => setCrop((now) => zoomCrop(shape, now, zoom))}
      />
      <div className={css.previews}>
        <span className="small quiet">看起来是这样</span>
        {previews.map((size) => (
          <CropPreview
            key={size}
            image={image}
            shape={shape}
            crop={crop}
            width={size}
            isRound={size === round}
          />
        ))}
      </div>
      <div className={css.acts}>
        <button type="button" className="button" onClick={onClose}>
          取消
        </button>
        <button
          type="button"
          className="button primary"
          aria-disabled={isBusy}
          onClick={() => !isBusy && void finishCrop()}
        >
          用作{name}
        </button>
      </div>
    </>
  );
};

/** Crops an image before upload. Files that cannot be opened give an error at the field. */
export const CropDialog = ({
  usage,
  file,
  onDone,
  onClose,
  onTrouble,
}: {
  usage: Usage;
  file: File;
  onDone: (file: File) => void;
  onClose: () => void;
  onTrouble: (reason: string) => void;
}) => {
  const [image, setImage] = useState<ImageBitmap | null>(null);
  const trouble = useRef(onTrouble);
  useEffect(() => {
    trouble.current = onTrouble;
  });
  useEffect(() => {
    let isWanted = true;
    let openedBitmap: ImageBitmap | null = null;
    void decodePictureFile(file).then((picture) => {
      if (typeof picture === 'string') {
        if (isWanted) trouble.current(picture);
        return;
      }
      if (!isWanted) return picture.close();
      openedBitmap = picture;
      setImage(picture);
    });
    return () => {
      isWanted = false;
      openedBitmap?.close();
    };
  }, [file]);
  return (
    <Dialog title={`裁切${KINDS[usage].name}`} shape="wide" maxWidth={560} onClose={onClose}>
      <div className={css.crop}>
        {image ? (
          <CropForm
            usage={usage}
            image={image}
            onDone={onDone}
            onClose={onClose}
            onTrouble={onTrouble}
          />
        ) : (
          <p className="small quiet" aria-live="polite">
            正在打开图片…
          </p>
        )}
      </div>
    </Dialog>
  );
};
