import type { Fault } from 'briefs-mock';
import { faultTexts } from '../../../src/faults/fault-texts.js';
import { useConsole } from '../../model/console-model.js';
import { ActionButton } from '../../parts/action-button.jsx';
import { Json } from '../../parts/json.jsx';
import { WideTable } from '../../parts/table.jsx';

/** The rules in force, in the order in which they apply. */
export function Rules({ rules }: { readonly rules: readonly Fault[] }) {
  const { api } = useConsole();
  if (rules.length === 0) return <p class="quiet">No rule is in force: all requests are answered as usual.</p>;
  return (
    <WideTable label="Rules in force" columns={['Rule', 'Requests', 'Effect', 'Struck', 'Holds', 'Actions']}>
      {rules.map((rule) => (
        <tr key={rule.id}>
          <th scope="row">
            {rule.id} {rule.profile !== undefined && <span class="badge">{rule.profile}</span>}
          </th>
          <td>{targetText(rule)}</td>
          <td>
            <details>
              <summary>{effectText(rule)}</summary>
              <Json label={`Rule ${rule.id} as JSON`} value={asRule(rule)} />
            </details>
          </td>
          <td>{countText(rule.hits)}</td>
          <td>{rule.hold ? countText(rule.held ?? 0, 'answer') : ''}</td>
          <td>
            <span class="actions">
              {rule.hold && (
                <ActionButton
                  disabled={(rule.held ?? 0) === 0}
                  onAct={() => api.send('POST', `/__mock/faults/${rule.id}/release`)}
                >
                  Release
                </ActionButton>
              )}
              <ActionButton
                title="Sends the answers that it holds back"
                onAct={() => api.send('DELETE', `/__mock/faults/${rule.id}`)}
              >
                Remove rule {rule.id}
              </ActionButton>
            </span>
          </td>
        </tr>
      ))}
    </WideTable>
  );
}

/** A rule as it can be added again. */
function asRule({ id, hits, skipped, held, profile, ...rule }: Fault): object {
  return rule;
}

function countText(count: number, what = 'time'): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function targetText({ method, path, match }: Fault): string {
  const parts = [
    method ?? (path === undefined ? 'every request' : 'every method'),
    ...(path === undefined ? [] : [path]),
  ];
  if (match !== undefined) {
    const { caller, ...others } = match;
    if (caller !== undefined) parts.push(`of ${caller}`);
    const conditions = Object.keys(others);
    if (conditions.length > 0) parts.push(`with certain ${conditions.join(', ')}`);
  }
  return parts.join(' ');
}

function effectText(rule: Fault): string {
  const parts = Object.entries(faultTexts).flatMap(([field, { said }]) => {
    const value = rule[field as keyof typeof faultTexts];
    return value === undefined ? [] : ((said as ((value: unknown) => string) | undefined)?.(value) ?? []);
  });
  return parts.filter(Boolean).join(', ').replace(':,', ':');
}
