import type { SnapshotInfo } from 'briefs-mock';
import { useConsole } from '../model/console-model.js';
import { replacementLoss } from '../model/reset.js';
import { useAnswer } from '../model/use-answer.js';
import { ActionButton } from '../parts/action-button.jsx';
import { DownloadButton } from '../parts/download-button.jsx';
import { Failure } from '../parts/failure.jsx';
import { Link } from '../parts/link.jsx';
import { Page } from '../parts/page.jsx';
import { WideTable } from '../parts/table.jsx';
import { timeText } from '../parts/time-text.js';
import { Comparison } from './snapshots/comparison.jsx';
import { KeepForm } from './snapshots/keep-form.jsx';
import { UploadForm } from './snapshots/upload-form.jsx';

/** Whole states, kept in the mock under a name, or as files. */
export function Snapshots({ path: [opened] }: { readonly path: readonly string[] }) {
  const { health } = useConsole();
  const { value, error } = useAnswer<{ data: SnapshotInfo[] }>('/__mock/snapshots', { topics: ['snapshots'] });
  const snapshots = value?.data ?? [];
  const names = snapshots.map(({ name }) => name);
  const present = health.value;
  return (
    <Page
      title="Snapshots"
      about="A snapshot is the whole state. Keep one to come back to it, or take it to another mock as a file."
      tools={
        <DownloadButton
          path="/__mock/snapshot"
          name={`${present?.scenario}-${present?.clock.slice(0, 10)}.json`}
          disabled={present === undefined}
        >
          Download the present state
        </DownloadButton>
      }
    >
      <div class="forms">
        <KeepForm />
        <UploadForm />
      </div>
      <Failure error={error} />
      {value !== undefined && snapshots.length === 0 && <p class="quiet">No snapshot is kept in this session yet.</p>}
      {snapshots.length > 0 && (
        <WideTable label="Kept snapshots" columns={['Name', 'Scenario', 'Time of the mock', 'Actions']}>
          {snapshots.map(({ name, scenario, seed, clock }) => (
            <tr key={name} class={name === opened ? 'selected' : ''}>
              <th scope="row">{name}</th>
              <td>
                {scenario} <span class="quiet">seed {seed}</span>
              </td>
              <td>{timeText(clock)}</td>
              <td>
                <SnapshotActions name={name} />
              </td>
            </tr>
          ))}
        </WideTable>
      )}
      {opened !== undefined && <Comparison key={opened} name={opened} names={names} />}
    </Page>
  );
}

function SnapshotActions({ name }: { readonly name: string }) {
  const { api, live, navigation } = useConsole();
  const path = `/__mock/snapshots/${encodeURIComponent(name)}`;
  const remove = async () => {
    const [view, opened] = navigation.place.value.path;
    // First, which ends what its comparison is loading: it would be gone.
    if (view === 'snapshots' && opened === name) navigation.replace(['snapshots']);
    await api.send('DELETE', path);
  };
  return (
    <span class="actions">
      <Link to={['snapshots', name]} class="button" label={`Compare ${name}`}>
        Compare
      </Link>
      <ActionButton onAct={() => api.send('POST', `${path}/restore`)} confirm={replacementLoss(live)}>
        Restore
      </ActionButton>
      <DownloadButton path={path} name={`${name}.json`}>
        Download
      </DownloadButton>
      <ActionButton
        kind="danger"
        onAct={remove}
        confirm={`This deletes the snapshot ${name} for good. The present state stays as it is.`}
      >
        Delete
      </ActionButton>
    </span>
  );
}
