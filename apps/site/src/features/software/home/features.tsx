import { Section } from '@yunbiao/ui/section.tsx';
import type { HomeSoftware } from './home-data.ts';
import css from './features.module.css';

export const Features = ({ software }: { software: HomeSoftware }) =>
  software.features.length === 0 ? null : (
    <Section title="能做什么" paragraphs={[`${software.name}现在能做的，都写在这里。`]}>
      <dl className={css.list}>
        {software.features.map((feature) => (
          <div key={feature.title}>
            <dt>{feature.title}</dt>
            <dd>{feature.text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
