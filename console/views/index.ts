import { Bug, Camera, Clock, Database, GitBranch, type IconNode, Layers, ListTree, Recycle, Users } from 'lucide';
import type { ComponentType } from 'preact';
import { Faults } from './faults.jsx';
import { People } from './people.jsx';
import { Requests } from './requests.jsx';
import { Scenarios } from './scenarios.jsx';
import { Sessions } from './sessions.jsx';
import { Snapshots } from './snapshots.jsx';
import { State } from './state.jsx';
import { Time } from './time.jsx';
import { Waste } from './waste.jsx';

export interface View {
  /** The first part of its address. */
  readonly name: string;
  readonly title: string;
  readonly icon: IconNode;
  /** Gets the rest of the address, such as `['user', '3']`. */
  readonly component: ComponentType<{ path: readonly string[] }>;
}

/** The views, in the order of the menu. The first one is the start page. */
export const views: readonly [View, ...View[]] = [
  { name: 'requests', title: 'Requests', icon: ListTree, component: Requests },
  { name: 'waste', title: 'Waste', icon: Recycle, component: Waste },
  { name: 'state', title: 'State', icon: Database, component: State },
  { name: 'people', title: 'People', icon: Users, component: People },
  { name: 'time', title: 'Time', icon: Clock, component: Time },
  { name: 'faults', title: 'Faults', icon: Bug, component: Faults },
  { name: 'snapshots', title: 'Snapshots', icon: Camera, component: Snapshots },
  { name: 'sessions', title: 'Sessions', icon: GitBranch, component: Sessions },
  { name: 'scenarios', title: 'Scenarios', icon: Layers, component: Scenarios },
];
