import type { Fault } from 'briefs-mock';
import { useConsole } from '../model/console-model.js';
import { useAnswer } from '../model/use-answer.js';
import { ActionButton } from '../parts/action-button.jsx';
import { Failure } from '../parts/failure.jsx';
import { Page } from '../parts/page.jsx';
import { AddRule } from './faults/add-rule.jsx';
import { Profiles } from './faults/profiles.jsx';
import { Rules } from './faults/rules.jsx';

/** Rules that make requests fail, or slow them down. */
export function Faults() {
  const { api } = useConsole();
  // A request may apply a rule, which counts it.
  const { value, error } = useAnswer<{ data: Fault[] }>('/__mock/faults', { topics: ['faults', 'journal'] });
  const rules = value?.data ?? [];
  const held = rules.reduce((sum, rule) => sum + (rule.held ?? 0), 0);
  return (
    <Page
      title="Faults"
      about="Rules that answer requests with errors, slow them down or hold their answers back. Delays of rules that only delay add up; the first rule with another effect decides."
      tools={
        <>
          <ActionButton
            kind={held > 0 ? 'main' : undefined}
            disabled={held === 0}
            onAct={() => api.send('POST', '/__mock/faults/release')}
          >
            Release all held answers ({held})
          </ActionButton>
          <ActionButton
            kind="danger"
            disabled={rules.length === 0}
            onAct={() => api.send('DELETE', '/__mock/faults')}
            confirm={`This removes ${rules.length === 1 ? 'the rule' : `all ${rules.length} rules`} and sends the answers that they hold back. A rewind does not bring rules back.`}
          >
            Remove all
          </ActionButton>
        </>
      }
    >
      <Failure error={error} />
      {value !== undefined && <Rules rules={rules} />}
      <AddRule />
      <Profiles />
    </Page>
  );
}
