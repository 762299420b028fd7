import { Link } from '@tanstack/react-router';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import type { CallOutput } from '@yunbiao/contract';
import { PublicPicture } from '../../kit/label/on-liner.tsx';
import { OwnTemplatePicture } from '../../kit/label/own-picture.tsx';
import { formatLabelSize } from '../../kit/printing/print-media.ts';
import s from './secondary-overview.module.css';

export type Template = CallOutput<'templateList'>['list'][number];

const SHOWN = 4;

/** Selects templates that the member printed or created recently. The list has that order. */
export const selectRecentTemplates = (list: readonly Template[]): Template[] =>
  list.filter(({ own, printedAt }) => own || printedAt !== null).slice(0, SHOWN);

const RecentTemplatePicture = ({ id, version, name, own, ...rest }: Template) =>
  own ? (
    <OwnTemplatePicture
      id={id}
      version={version}
      name={name}
      widthMm={rest.widthMm}
      heightMm={rest.heightMm}
    />
  ) : (
    <PublicPicture {...rest} />
  );

/** 继续编辑: recent templates with a print button. */
export const RecentTemplates = ({ list, alias }: { list: readonly Template[]; alias: string }) => {
  const recentTemplates = selectRecentTemplates(list);
  if (recentTemplates.length === 0) return null;
  return (
    <section className="block">
      <div className="row">
        <h2 className="section-title">继续编辑</h2>
        <span className="small faint">最近打印过、改过的模板</span>
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
        {recentTemplates.map((template) => (
          <li key={template.id} style={toCssVars({ w: template.widthMm })}>
            <Link
              to="/$soft/user/print"
              params={{ soft: alias }}
              search={{ template: template.id }}
              className={s.template ?? ''}
            >
              <RecentTemplatePicture {...template} />
              <b>{template.name}</b>
              <small>{formatLabelSize(template)}</small>
            </Link>
            {template.own && (
              <Link
                className="link small"
                to="/$soft/tools/design-{$id}.html"
                params={{ soft: alias, id: template.id }}
                aria-label={`修改模板“${template.name}”`}
              >
                修改模板
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};
