import { AppWindow, ArrowLeft, Clock, type IconNode, PanelBottom, PanelRight, PictureInPicture2, X } from 'lucide';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../parts/icon.jsx';
import { ChapterBar } from './chapter-bar.jsx';
import { drag, Edge, type EdgeProps } from './edge.jsx';
import type { Dock, Layout } from './layout.js';
import { isPageClockOurs } from './page-clock.js';
import type { PanelModel } from './panel-model.js';

const dockButtons: readonly { dock: Dock; icon: IconNode; label: string }[] = [
  { dock: 'bottom', icon: PanelBottom, label: 'Dock at the bottom' },
  { dock: 'right', icon: PanelRight, label: 'Dock at the right' },
  { dock: 'floating', icon: PictureInPicture2, label: 'Float over the page' },
];

interface FrameProps {
  readonly layout: Layout;
  readonly model: PanelModel;
}

/** The panel in the page, with the console in it. */
export function Frame({ layout, model }: FrameProps) {
  const { dock } = layout;
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => model.mountInto(content.current as HTMLDivElement), []);
  const move = (event: PointerEvent) => {
    if (dock !== 'floating' || (event.target as Element).closest('button')) return;
    drag(event, (right, down) => model.change({ left: layout.left + right, top: layout.top + down }));
  };
  return (
    <section class={`panel ${dock}`} style={placeOf(layout)} aria-label="Console of the mock" tabIndex={-1}>
      <SizeEdge layout={layout} model={model} />
      {/* The mouse moves a floating panel; who has none docks it. */}
      <header onPointerDown={move}>
        <HeadButton
          icon={ArrowLeft}
          label="Back"
          disabled={!model.addressBar.canGoBack.value}
          onClick={() => model.addressBar.back()}
        />
        <strong>Mock</strong>
        <MockTimeButton layout={layout} model={model} />
        {dockButtons.map(({ dock: to, icon, label }) => (
          <HeadButton
            key={to}
            icon={icon}
            label={label}
            class="dock"
            pressed={to === dock}
            onClick={() => model.change({ dock: to })}
          />
        ))}
        <HeadButton icon={AppWindow} label="Open in its own window" onClick={() => model.change({ isApart: true })} />
        <HeadButton icon={X} label="Close" onClick={() => model.toggle()} />
      </header>
      {model.story.value && <ChapterBar story={model.story.value} onGo={(chapter) => model.goTo(chapter)} />}
      <div class="content" ref={content} />
    </section>
  );
}

/** The mock's time for the page, too. */
function MockTimeButton({ layout: { hasMockTime }, model }: FrameProps) {
  if (!isPageClockOurs()) return null;
  return (
    <HeadButton
      icon={Clock}
      label="The page has the time of the mock"
      pressed={hasMockTime}
      onClick={() => model.shareTime(!hasMockTime)}
    />
  );
}

interface HeadButtonProps {
  readonly icon: IconNode;
  readonly label: string;
  readonly onClick: () => void;
  readonly class?: string;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
}

function HeadButton({ icon, label, pressed, ...props }: HeadButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} aria-pressed={pressed} {...props}>
      <Icon of={icon} />
    </button>
  );
}

/** The edge that changes the size. */
function SizeEdge({ layout: { dock, bottom, right, width, height }, model }: FrameProps) {
  const edges: Record<Dock, EdgeProps> = {
    bottom: {
      class: 'top',
      label: 'Height of the panel',
      size: bottom,
      orientation: 'horizontal',
      onDrag: (_, down) => model.change({ bottom: bottom - down }),
    },
    right: {
      class: 'left',
      label: 'Width of the panel',
      size: right,
      orientation: 'vertical',
      onDrag: (to) => model.change({ right: right - to }),
    },
    floating: {
      class: 'corner',
      label: 'Size of the panel',
      size: width,
      orientation: 'vertical',
      onDrag: (to, down) => model.change({ width: width + to, height: height + down }),
    },
  };
  return <Edge {...edges[dock]} />;
}

function placeOf({ dock, bottom, right, left, top, width, height }: Layout): Record<string, string> {
  if (dock === 'bottom') return { blockSize: `${bottom}px` };
  if (dock === 'right') return { inlineSize: `${right}px` };
  return { insetBlockStart: `${top}px`, left: `${left}px`, inlineSize: `${width}px`, blockSize: `${height}px` };
}
