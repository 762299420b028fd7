import { Link } from '@tanstack/react-router';
import { Section } from '@yunbiao/ui/section.tsx';
import type { HomeSoftware } from '../home/home-data.ts';
import css from '../question-rows.module.css';
import type { ShownLabel } from '../shown-label.ts';
import { formatTemplateSize } from '../template.ts';

/** Features available without signing in: the sample label and the file check. */
export const TryWithoutSignIn = ({
  softwares,
  labels,
}: {
  softwares: readonly HomeSoftware[];
  labels: readonly ShownLabel[];
}) => {
  const shownSamples = softwares.flatMap((software) => {
    const sample = labels.find(({ softwareAlias }) => softwareAlias === software.alias);
    return sample ? [{ software, sample }] : [];
  });
  if (shownSamples.length === 0) return null;
  return (
    <Section
      title="不用登录，先试一张"
      paragraphs={['标签在你的浏览器里画，改一个字，点就跟着变。']}
    >
      <ul className={css.rows}>
        {shownSamples.map(({ software, sample }) => (
          <li key={software.id}>
            <Link to="/$soft" params={{ soft: software.alias }}>
              <b>改一张{sample.name}</b>
            </Link>
            <span className="small faint">免登录</span>
            <p>
              {software.name}，{formatTemplateSize(sample)}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
};
