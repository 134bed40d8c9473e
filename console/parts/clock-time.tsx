import { useEffect, useReducer } from 'preact/hooks';
import { useConsole } from '../model/console-model.js';
import { timeText } from './time-text.js';

/** The time of the mock, which advances if its clock runs. */
export function ClockTime() {
  const { clock } = useConsole();
  const [, tick] = useReducer((n: number) => n + 1, 0);
  const reading = clock.value;
  const isRunning = reading !== undefined && !reading.frozen;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => tick(undefined), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (reading === undefined) return <span>…</span>;
  const passed = isRunning ? performance.now() - reading.readAt : 0;
  const now = new Date(Date.parse(reading.now) + passed).toISOString();
  return (
    <>
      <time dateTime={now}>{timeText(now)}</time> <span class="badge">{isRunning ? 'running' : 'frozen'}</span>
    </>
  );
}
