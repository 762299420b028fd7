import { Link } from '@tanstack/react-router';
import { Section } from '@yunbiao/ui/section.tsx';
import type { HomeSoftware } from '../home/home-data.ts';
import css from '../question-rows.module.css';
import type { ShownLabel } from '../shown-label.ts';
import { getSize } from '../template.ts';

/** What can be done without signing in: the label every home with a sample shows, and the check of a file. */
export const Tryable = ({
  softwares,
  labels,
}: {
  softwares: readonly HomeSoftware[];
  labels: readonly ShownLabel[];
}) => {
  const shown = softwares.flatMap((software) => {
    const sample = labels.find(({ softwareAlias }) => softwareAlias === software.alias);
    return sample ? [{ software, sample }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <Section title="不用登录，先试一张" say={['标签在你的浏览器里画，改一个字，点就跟着变。']}>
      <ul className={css.rows}>
        {shown.map(({ software, sample }) => (
          <li key={software.id}>
            <Link to="/$soft" params={{ soft: software.alias }}>
              <b>改一张{sample.name}</b>
            </Link>
            <span className="small faint">免登录</span>
            <p>
              {software.name}，{getSize(sample)}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
};
