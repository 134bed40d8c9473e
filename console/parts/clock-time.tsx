import { useEffect, useReducer } from 'preact/hooks';
import { timeOf, useConsole } from '../model/console-model.js';
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
  return (
    <>
      <ShortenedTime time={new Date(timeOf(reading)).toISOString()} />{' '}
      <span class="badge">{isRunning ? 'running' : 'frozen'}</span>
    </>
  );
}

/** A phone shows no more of it than month, day, hour and minute. */
function ShortenedTime({ time }: { readonly time: string }) {
  const text = timeText(time);
  return (
    <time dateTime={time}>
      <span class="rest">{text.slice(0, 5)}</span>
      {text.slice(5, 16)}
      <span class="rest">{text.slice(16)}</span>
    </time>
  );
}
