import { Link } from '@tanstack/react-router';
import { LabelPicture } from '@yunbiao/ui/label/label-picture.tsx';
import type { ToolsData } from './load-tools.ts';
import { ToolCard } from './tool.tsx';
import css from './tools.module.css';

/** Frame delays of the animation, ms. */
const DELAYS = [600, 600, 1200];

export const PicturesToGif = ({
  alias,
  pictures,
}: {
  alias: string;
  pictures: ToolsData['handbook']['pictures'];
}) => (
  <ToolCard
    name="GIF 制作"
    say="把几张图片排成 GIF，或者改一张现成的：每帧停多久、裁切、加字、倒放、往返，压到 500 KB 以内。"
    notes={['图片不上传', '也能保存为 WebP、MP4']}
    picture={
      <div className={css.bed}>
        <ol className={css.frames}>
          {pictures.map((picture, index) => (
            <li key={picture.url}>
              <div>
                <LabelPicture {...picture} src={picture.url} />
              </div>
              <small>{DELAYS[index % DELAYS.length]} ms</small>
            </li>
          ))}
        </ol>
      </div>
    }
  >
    <Link className="button" to="/$soft/tools/generator" params={{ soft: alias }} search={{}}>
      做 GIF
    </Link>
    <Link
      className="link small"
      to="/$soft/tools/generator"
      params={{ soft: alias }}
      search={{ do: 'edit' }}
    >
      编辑 GIF
    </Link>
    <span className="small faint">免登录</span>
  </ToolCard>
);

export const VideoToGif = ({ alias }: { alias: string }) => (
  <ToolCard
    name="视频转 GIF"
    say="从手机录的视频里剪一段，一帧一帧地剪；定尺寸、帧率和速度，用来发说明或提问。"
    notes={['视频不上传', 'MP4、MOV、WebM、MKV']}
    picture={
      <div className={css.bed}>
        <div className={css.film} aria-hidden="true">
          {Array.from({ length: 9 }, (_, index) => (
            <i key={index} />
          ))}
          <b />
          <b />
        </div>
      </div>
    }
  >
    <Link className="button" to="/$soft/tools/videoToGif" params={{ soft: alias }}>
      转 GIF
    </Link>
    <span className="small faint">免登录</span>
  </ToolCard>
);
