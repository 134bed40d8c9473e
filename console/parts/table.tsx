import type { ComponentChildren } from 'preact';

interface TableProps {
  /** The titles of the columns. */
  readonly columns: readonly string[];
  /** Those of numbers, which end at one line. */
  readonly counts?: readonly string[];
  readonly class?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-labelledby'?: string;
  /** The rows. */
  readonly children: ComponentChildren;
}

export function Table({ columns, counts = [], children, ...attributes }: TableProps) {
  return (
    <table {...attributes}>
      <thead>
        <tr>
          {columns.map((title) => (
            <th key={title} scope="col" class={counts.includes(title) ? 'count' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** A table that can be scrolled sideways, also by keys. */
export function WideTable({ label, ...table }: TableProps & { readonly label: string }) {
  return (
    <div class="scroll-x" role="region" aria-label={label} tabIndex={0}>
      <Table {...table} />
    </div>
  );
}
