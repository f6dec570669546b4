/** Asks for a page that was not whole yet once more, after the seconds that its tag tells. */

setTimeout(() => location.reload(), Number(document.currentScript?.dataset.after) * 1000);
