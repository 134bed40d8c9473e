import type { ControlError } from '../model/control-api.js';

/** What the control API says is wrong, and where. */
export function Failure({ error }: { readonly error: ControlError | undefined }) {
  if (error === undefined) return null;
  const { message, issues } = error;
  const listed = issues.filter((issue) => !message.includes(issue.message));
  return (
    <div class="failure" role="alert">
      {message}
      {listed.length > 0 && (
        <ul>
          {listed.map(({ path, message }) => (
            <li key={path + message}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
