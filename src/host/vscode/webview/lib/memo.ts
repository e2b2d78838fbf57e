import {
  Component,
  createElement,
  type ComponentChild,
  type ComponentClass,
  type FunctionComponent,
} from 'preact';

/** A component that renders again only when one of its props is a different value or its own state changes. */
export function memo<Props extends object>(draw: FunctionComponent<Props>): ComponentClass<Props> {
  return class extends Component<Props> {
    static override displayName = `memo(${draw.name})`;

    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      return !isShallowEqual(this.props, next);
    }

    override render(): ComponentChild {
      return createElement(draw, this.props);
    }
  };
}

function isShallowEqual(a: object, b: object): boolean {
  const entries = Object.entries(a);
  return (
    entries.length === Object.keys(b).length &&
    entries.every(([name, value]) => Object.is(value, Reflect.get(b, name)))
  );
}
