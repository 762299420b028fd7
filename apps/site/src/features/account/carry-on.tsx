import { Link } from '@tanstack/react-router';
import { vars } from '@yunbiao/ui/vars.ts';
import type { CallOutput } from '@yunbiao/contract';
import { PublicPicture } from '../../kit/label/on-liner.tsx';
import { OwnPicture } from '../../kit/label/own-picture.tsx';
import { sizeText } from '../../kit/printing/print-media.ts';
import s from './later.module.css';

export type Template = CallOutput<'templateList'>['list'][number];

const SHOWN = 4;

/** What the member printed or made last: the list comes in that order. */
export const lastOnes = (list: readonly Template[]): Template[] =>
  list.filter(({ own, printedAt }) => own || printedAt !== null).slice(0, SHOWN);

const Picture = ({ id, version, name, own, ...rest }: Template) =>
  own ? (
    <OwnPicture
      id={id}
      version={version}
      name={name}
      widthMm={rest.widthMm}
      heightMm={rest.heightMm}
    />
  ) : (
    <PublicPicture {...rest} />
  );

/** 接着做: the last templates, a press from being printed again. */
export const CarryOn = ({ list, alias }: { list: readonly Template[]; alias: string }) => {
  const shown = lastOnes(list);
  if (shown.length === 0) return null;
  return (
    <section className="block">
      <div className="row">
        <h2 className="section-title">接着做</h2>
        <span className="small faint">最近印过、改过的模板</span>
        <Link
          className="link small push-end"
          to="/$soft/tools/temp"
          params={{ soft: alias }}
          search={{ own: '1' }}
        >
          我的模板
        </Link>
      </div>
      <ul className={s.templates}>
        {shown.map((template) => (
          <li key={template.id} style={vars({ w: template.widthMm })}>
            <Link
              to="/$soft/user/print"
              params={{ soft: alias }}
              search={{ template: template.id }}
              className={s.template ?? ''}
            >
              <Picture {...template} />
              <b>{template.name}</b>
              <small>{sizeText(template)}</small>
            </Link>
            {template.own && (
              <Link
                className="link small"
                to="/$soft/tools/design-{$id}.html"
                params={{ soft: alias, id: template.id }}
                aria-label={`改模板“${template.name}”`}
              >
                改模板
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};
