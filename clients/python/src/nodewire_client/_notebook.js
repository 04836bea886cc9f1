// One page in a cell of a notebook: a frame, and its messages to Python and back.

/** @param {{ model: any, el: HTMLElement }} cell */
function render({ model, el }) {
  const page = `${Date.now()}-${Math.random()}`;
  const frame = document.createElement("iframe");
  frame.title = "Nodewire";
  frame.style.cssText = "width:100%;border:0;display:block";
  const hear = (content) => {
    if (content.page !== page) return;
    if (content.html === undefined) return frame.contentWindow?.postMessage(content, "*");
    frame.style.height = `${content.height}px`;
    frame.srcdoc = content.html;
  };
  const say = ({ source, data }) => {
    if (source === frame.contentWindow && data?.nodewire) model.send({ ...data.nodewire, page });
  };
  model.on("msg:custom", hear);
  addEventListener("message", say);
  el.append(frame);
  model.send({ page, shown: true });
  return () => {
    model.off("msg:custom", hear);
    removeEventListener("message", say);
    model.send({ page, shown: false });
  };
}

export default { render };
