// The parts of Storybook that the addon uses. Storybook itself has hundreds of megabytes of dependencies.

declare module 'react' {
  export function createElement(name: string, props: Readonly<Record<string, unknown>>): object;
}

declare module 'storybook/manager-api' {
  interface Addon {
    readonly type: string;
    readonly title: string;
    readonly render: (props: { readonly active?: boolean }) => object | null;
  }
  export const addons: {
    register(id: string, register: () => void): void;
    add(id: string, addon: Addon): void;
  };
  export const types: { readonly PANEL: string };
}
