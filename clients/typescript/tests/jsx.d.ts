// A stand-in of React's types for what the examples of the page have.
declare namespace JSX {
  type Element = object;
  interface IntrinsicElements {
    button: { onClick: () => void; disabled: boolean };
  }
}
declare module "react" {
  export function createElement(...parts: unknown[]): object;
  export const Fragment: (props: object) => object;
}
declare module "@xyflow/react" {
  export function ReactFlow(props: ReactFlowProps): JSX.Element;
}
