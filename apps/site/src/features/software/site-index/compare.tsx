import type { CallOutput } from '@yunbiao/contract';
import { formatCount, formatYuan, keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import type { HomeSoftware } from '../home/home-data.ts';
import css from './compare.module.css';

type Plans = CallOutput<'siteIndex'>['plans'];

/** Formats as `每月 500 张免费，¥29 / 30 天起`; '' when nothing is sold. */
export const formatPlanPrices = (plans: Plans): string => {
  const free = plans.find((plan) => plan.isFree);
  const [cheapest] = plans
    .filter((plan) => !plan.isFree)
    .toSorted((a, b) => a.priceFen - b.priceFen);
  return [
    ...(free ? [`每月 ${formatCount(free.entitlements.labelsPerMonth)} 张免费`] : []),
    ...(cheapest ? [`${formatYuan(cheapest.priceFen)} / ${cheapest.days} 天起`] : []),
  ].join('，');
};

type CompareProps = { softwares: readonly HomeSoftware[]; plans: Plans };

const EmptyCell = () => <span className="faint">—</span>;

/** Compares the facts of all softwares, and their prices. */
export const SoftwareComparison = ({ softwares, plans }: CompareProps) => {
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
                {keepNumbersWithUnits(
                  software.facts.find((fact) => fact.label === label)?.value ?? '',
                ) || <EmptyCell />}
              </td>
            ))}
          </tr>
        ))}
        {plans.length > 0 && (
          <tr>
            <th scope="row">价格</th>
            {softwares.map(({ id, alias, name }) => (
              <td key={id} data-l={name}>
                {keepNumbersWithUnits(
                  formatPlanPrices(plans.filter(({ softwareAlias }) => softwareAlias === alias)),
                ) || <EmptyCell />}
              </td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  );
};
