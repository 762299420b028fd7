import type { HomeSoftware } from '../home/home-data.ts';
import css from './compare.module.css';

/** Every fact any software tells, and what each says about it. */
export const Compare = ({ softwares }: { softwares: readonly HomeSoftware[] }) => {
  const labels = [
    ...new Set(softwares.flatMap((software) => software.facts.map((fact) => fact.label))),
  ];
  if (labels.length === 0) return null;
  return (
    <table className={css.compare}>
      <thead>
        <tr>
          <th scope="col">看什么</th>
          {softwares.map((software) => (
            <th scope="col" key={software.id}>
              {software.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {labels.map((label) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {softwares.map((software) => (
              <td key={software.id} data-l={software.name}>
                {software.facts.find((fact) => fact.label === label)?.value ?? (
                  <span className="qq">—</span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
