import { keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import { Section } from '@yunbiao/ui/section.tsx';
import type { HomeSoftware } from './home-data.ts';

/** Table of users, uses and paper. */
export const SoftwareUses = ({ software }: { software: HomeSoftware }) =>
  software.uses.length === 0 ? null : (
    <Section title="谁在用，用来打印什么" paragraphs={['找一行和你最像的，看要备什么纸。']}>
      <table className="stack">
        <thead>
          <tr>
            <th scope="col">谁</th>
            <th scope="col">打印什么</th>
            <th scope="col" className="numeric">
              标签纸
            </th>
          </tr>
        </thead>
        <tbody>
          {software.uses.map((use) => (
            <tr key={use.who + use.what}>
              <td className="strong no-wrap">{use.who}</td>
              <td className="full">{keepNumbersWithUnits(use.what)}</td>
              <td className="numeric no-wrap full">{keepNumbersWithUnits(use.paper)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
